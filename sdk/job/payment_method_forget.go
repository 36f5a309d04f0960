package job

// ForgetMethodJob has the provider delete an erased person's payment method.
type ForgetMethodJob struct {
	PaymentMethodID string `json:"paymentMethodId"`
}

// Kind names the job.
func (ForgetMethodJob) Kind() string { return "payment_method_forget" }
