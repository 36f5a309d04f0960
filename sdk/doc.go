// Package sdk signs people up for a co-parenting service, prices their orders and takes their payments.
//
// [New] creates a [Client] from a [Config]. The client has one field for each noun. Each noun is a package with its operations, its input and answer
// types, and its faults:
//
//	client, err := sdk.New(sdk.Config{Pool: pool, Secrets: secrets, Gateway: gateway})
//	answer, err := client.Signup.Create(ctx, signup.Input{Sections: …}, caller.Meta{Lang: "en"})
//	key := secret.Secret(answer.RegistrationKey)
//	quote, err := client.Signup.Price(ctx, answer.SignupID, key, price.QuoteInput{…}, meta)
//	paid, err := client.Checkout.Pay(ctx, answer.SignupID, key, payment.Input{…}, meta)
//
// An operation reads top to bottom: validate every field, load, decide with a pure function, then write the outcome and its jobs in one transaction.
// Code without a database is in packages of pure functions: [price.Price] prices an order, and package form validates every field.
//
// Operations reject a call with a [fault.Fault] or a [fault.ValidationError]; [Faults] and [ViolationCodes] list their codes. The SDK depends on
// neither HTTP nor a job runner: packages apiserver and jobs of this module are adapters around it. docs/how-to/use-the-sdk.md is the guide,
// docs/architecture.md shows the dependencies of the packages, and package [github.com/cojoin/cojoin/sdk/sdktest] sets up a real database and a
// sandbox of the provider for tests.
package sdk
