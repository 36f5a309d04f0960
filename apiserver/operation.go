package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

// operations is what the calls ask of the SDK.
type operations interface {
	Bootstrap(anonymousID, locale string, forced map[string]string) *sdk.Bootstrap

	CreateRegistration(ctx context.Context, in sdk.RegistrationInput, meta sdk.CallMeta) (*sdk.RegistrationAnswer, error)
	ReadRegistration(ctx context.Context, signupID string, key sdk.Secret) (*sdk.Registration, error)
	UpdateRegistration(ctx context.Context, signupID string, key sdk.Secret, in sdk.RegistrationInput, meta sdk.CallMeta) (*sdk.RegistrationAnswer, error)

	PricingGroup(ctx context.Context, country, countryCode, phone string) (sdk.PricingGroupAnswer, error)
	Packages(ctx context.Context, group string, ids []int, locale string) (*sdk.PackageList, error)
	Coupons(ctx context.Context, signupID string, key sdk.Secret, locale string) ([]sdk.CouponDetail, error)
	PriceRegistration(ctx context.Context, signupID string, key sdk.Secret, in sdk.QuoteInput, meta sdk.CallMeta) (*sdk.Quote, error)
	ValidateCountry(ctx context.Context, packageID int, country, countryCode, phone string) error

	ClientToken(ctx context.Context, signupID string, key sdk.Secret, country string) (string, error)
	Pay(ctx context.Context, signupID string, key sdk.Secret, in sdk.PaymentInput, meta sdk.CallMeta) (*sdk.PaymentAnswer, error)
	Payment(ctx context.Context, signupID string, key sdk.Secret) (*sdk.PaymentAnswer, error)

	UsernameAvailability(ctx context.Context, token sdk.Secret, username string) (sdk.UsernameAvailability, error)
	SetCredentials(ctx context.Context, token sdk.Secret, in sdk.CredentialsInput, meta sdk.CallMeta) (*sdk.CredentialsAnswer, error)
	RenewCredentials(ctx context.Context, email string, meta sdk.CallMeta) error
	Login(ctx context.Context, username string, password sdk.Secret, meta sdk.CallMeta) (*sdk.LoginAnswer, error)

	ReadParent(ctx context.Context, token sdk.Secret, userID string) (*ParentAccount, error)
	AgreeToTerms(ctx context.Context, token sdk.Secret, userID string, agreed bool) (*ParentAccount, error)
	OptInToMarketing(ctx context.Context, token sdk.Secret, userID string, in bool) (*ParentAccount, error)
	CancelRenewal(ctx context.Context, token sdk.Secret, subscriptionID string) (*Subscription, error)
}
