// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type RenderingOptions = { amount_tax_display: string | null; template: string | null }
type InvoiceSettings = { custom_fields: { name: string; value: string }[] | null; default_payment_method: string | null; footer: string | null; rendering_options: RenderingOptions | null }
type Address = { city: string | null; country: string | null; line1: string | null; line2: string | null; postal_code: string | null; state: string | null }
type Discount = { id: string; object: "discount"; checkout_session: string | null; customer: string | null; customer_account: null; end: number | null; invoice: string | null; invoice_item: string | null; promotion_code: string | null; source: { coupon: string; type: "coupon" }; start: number; subscription: string | null; subscription_item: string | null }
type Customer = { invoice_prefix: string; invoice_settings: InvoiceSettings; livemode: boolean; metadata: { [name: string]: string }; name: string | null; next_invoice_sequence: number; phone: string | null; preferred_locales: string[]; shipping: { address: Address; name: string; phone: string | null } | null; tax_exempt: "exempt" | "none" | "reverse"; test_clock: string | null; individual_name?: string; created: number; currency: string | null; customer_account: null; default_source: string | null; delinquent: boolean; description: string | null; discount: Discount | null; email: string | null; business_name?: string; id: string; object: string; address: Address | null; balance: number; deleted?: undefined }
type PageJson = { object: "list"; data: (Customer | { id: string; object: string; deleted: boolean })[]; has_more: boolean; total_count?: number; url: string }
type SearchJson = { object: "search_result"; data: JsonValue[]; has_more: boolean; next_page: string | null; total_count?: number; url: string }
type CustomerBalanceTransaction = { id: string; object: string; amount: number; checkout_session: string | null; created: number; credit_note: string | null; currency: string; customer: string; customer_account: null; description: string | null; ending_balance: number; invoice: string | null; livemode: boolean; metadata: { [name: string]: string }; type: string }
type PageJson2 = { object: "list"; data: CustomerBalanceTransaction[]; has_more: boolean; total_count?: number; url: string }
type Redirect = { failure_reason: "declined" | null; return_url: string; status: "failed" | "pending" | "succeeded"; url: string }
type Owner = { address: Address | null; email: string | null; name: string | null; phone: string | null; verified_address: null; verified_email: null; verified_name: null; verified_phone: null }
type SourceObject = { statement_descriptor: string | null; status: "canceled" | "chargeable" | "consumed" | "failed" | "pending"; type: "alipay" | "bancontact" | "card" | "eps" | "ideal" | "p24" | "sepa_debit" | "three_d_secure"; usage: "reusable" | "single_use"; redirect?: Redirect; flow: string; livemode: boolean; metadata: { [name: string]: string }; owner: Owner; customer?: string; id: string; object: string; allow_redisplay: "always" | "limited" | "unspecified"; amount: number | null; client_secret: string; created: number; currency: string | null }
type Card = { phone: null; regulated_status: string; tokenization_method: null; wallet: null; networks?: { preferred: null }; cvc_check: "fail" | "pass" | "unavailable" | "unchecked" | null; dynamic_last4: null; email: null; exp_month: number; exp_year: number; fingerprint: string; funding: "credit" | "debit" | "prepaid"; last4: string; metadata: { [name: string]: string }; name: string | null; currency?: string; customer?: string | null; brand: string; country: string; allow_redisplay?: string; id: string; object: string; address_city: string | null; address_country: string | null; address_line1: string | null; address_line1_check: "fail" | "pass" | "unavailable" | "unchecked" | null; address_line2: string | null; address_state: string | null; address_zip: string | null; address_zip_check: "fail" | "pass" | "unavailable" | "unchecked" | null }
type BankAccount = { routing_number: string; status: string; metadata?: { [name: string]: string }; fingerprint: string; last4: string; customer?: string | null; id: string; object: string; account_holder_name: string | null; account_holder_type: string | null; account_type: string | null; bank_name: string; country: string; currency: string }
type EndBehavior = { billing_cycle_anchor: "now" | "unchanged"; missing_payment_method: "cancel" | "create_invoice" | "pause" }
type AutomaticTax = { disabled_reason: "requires_location_inputs" | null; enabled: boolean; liability: { type: string } | null }
type BillingMode = { flexible: { proration_discounts: "included" | "itemized" } | null; type: string; updated_at?: number }
type BillingThresholds = { amount_gte: number | null; reset_billing_cycle_anchor: boolean | null }
type CancellationDetails = { comment: string | null; feedback: string | null; feedback_option: null; reason: "cancellation_requested" | "payment_disputed" | "payment_failed" | null }
type TaxRate = { id: string; object: "tax_rate"; active: boolean; country: string | null; created: number; description: string | null; display_name: string; effective_percentage: number; flat_amount: null; inclusive: boolean; jurisdiction: string | null; jurisdiction_level: null; livemode: boolean; metadata: { [name: string]: string }; percentage: number; rate_type: "percentage"; state: string | null; tax_type: string | null }
type Data = { object: string; id: string; [name: string]: JsonValue | undefined }
type PageJson3 = { object: "list"; data: Data[]; has_more: boolean; total_count?: number; url: string }
type PauseCollection = { behavior: "keep_as_draft" | "mark_uncollectible" | "void"; resumes_at: number | null }
type PaymentSettings = { payment_method_options: JsonValue; payment_method_types: string[] | null; save_default_payment_method: "off" | "on_subscription" }
type PendingInvoiceItemInterval = { interval: "day" | "month" | "week" | "year"; interval_count: number }
type PendingUpdate = { billing_cycle_anchor: number | null; cancel_at_period_end: null; discount: null; discounts: null; expires_at: number; metadata: null; subscription_items: (Data | null)[] | null; trial_end: number | null; trial_from_plan: null }
type Subscription = { schedule: string | null; start_date: number; status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "paused" | "trialing" | "unpaid"; test_clock: string | null; transfer_data: { [name: string]: JsonValue } | null; trial_end: number | null; trial_settings: { end_behavior: EndBehavior }; trial_start: number | null; plan: null; quantity: null; id: string; object: string; application: null; application_fee_percent: number | null; automatic_tax: AutomaticTax; billing_cycle_anchor: number; billing_cycle_anchor_config: { [name: string]: JsonValue } | null; billing_mode: BillingMode; billing_schedules: never[]; billing_thresholds: BillingThresholds | null; cancel_at: number | null; cancel_at_period_end: boolean; canceled_at: number | null; cancellation_details: CancellationDetails; collection_method: "charge_automatically" | "send_invoice"; created: number; currency: string; customer: string; customer_account: null; days_until_due: number | null; default_payment_method: string | null; default_source: string | null; default_tax_rates: TaxRate[]; description: string | null; discounts: string[]; ended_at: number | null; invoice_settings: { [name: string]: JsonValue }; items: PageJson3; latest_invoice: string | null; livemode: boolean; managed_payments: null; metadata: { [name: string]: string }; next_pending_invoice_item_invoice: number | null; on_behalf_of: string | null; pause_collection: PauseCollection | null; payment_settings: PaymentSettings; pending_invoice_item_interval: PendingInvoiceItemInterval | null; pending_setup_intent: string | null; pending_update: PendingUpdate | null }
type Plan = { id: string; object: "plan"; active: boolean; amount: number | null; amount_decimal: string | null; billing_scheme: "per_unit" | "tiered"; created: number; currency: string; interval: "day" | "month" | "week" | "year"; interval_count: number; livemode: boolean; metadata: { [name: string]: string }; meter: string | null; nickname: string | null; product: string; tiers_mode: "graduated" | "volume" | null; transform_usage: { divide_by: number; round: "down" | "up" } | null; trial_period_days: number | null; usage_type: "licensed" | "metered" }
type Subscription2 = { schedule: string | null; start_date: number; status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "paused" | "trialing" | "unpaid"; test_clock: string | null; transfer_data: { [name: string]: JsonValue } | null; trial_end: number | null; trial_settings: { end_behavior: EndBehavior }; trial_start: number | null; plan: Plan; quantity: number | null; id: string; object: string; application: null; application_fee_percent: number | null; automatic_tax: AutomaticTax; billing_cycle_anchor: number; billing_cycle_anchor_config: { [name: string]: JsonValue } | null; billing_mode: BillingMode; billing_schedules: never[]; billing_thresholds: BillingThresholds | null; cancel_at: number | null; cancel_at_period_end: boolean; canceled_at: number | null; cancellation_details: CancellationDetails; collection_method: "charge_automatically" | "send_invoice"; created: number; currency: string; customer: string; customer_account: null; days_until_due: number | null; default_payment_method: string | null; default_source: string | null; default_tax_rates: TaxRate[]; description: string | null; discounts: string[]; ended_at: number | null; invoice_settings: { [name: string]: JsonValue }; items: PageJson3; latest_invoice: string | null; livemode: boolean; managed_payments: null; metadata: { [name: string]: string }; next_pending_invoice_item_invoice: number | null; on_behalf_of: string | null; pause_collection: PauseCollection | null; payment_settings: PaymentSettings; pending_invoice_item_interval: PendingInvoiceItemInterval | null; pending_setup_intent: string | null; pending_update: PendingUpdate | null }
type Subscription3 = { schedule: string | null; start_date: number; status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "paused" | "trialing" | "unpaid"; test_clock: string | null; transfer_data: { [name: string]: JsonValue } | null; trial_end: number | null; trial_settings: { end_behavior: EndBehavior }; trial_start: number | null; plan: Plan | null; quantity: number | null; id: string; object: string; application: null; application_fee_percent: number | null; automatic_tax: AutomaticTax; billing_cycle_anchor: number; billing_cycle_anchor_config: { [name: string]: JsonValue } | null; billing_mode: BillingMode; billing_schedules: never[]; billing_thresholds: BillingThresholds | null; cancel_at: number | null; cancel_at_period_end: boolean; canceled_at: number | null; cancellation_details: CancellationDetails; collection_method: "charge_automatically" | "send_invoice"; created: number; currency: string; customer: string; customer_account: null; days_until_due: number | null; default_payment_method: string | null; default_source: string | null; default_tax_rates: TaxRate[]; description: string | null; discounts: string[]; ended_at: number | null; invoice_settings: { [name: string]: JsonValue }; items: PageJson3; latest_invoice: string | null; livemode: boolean; managed_payments: null; metadata: { [name: string]: string }; next_pending_invoice_item_invoice: number | null; on_behalf_of: string | null; pause_collection: PauseCollection | null; payment_settings: PaymentSettings; pending_invoice_item_interval: PendingInvoiceItemInterval | null; pending_setup_intent: string | null; pending_update: PendingUpdate | null }
type PageJson4 = { object: "list"; data: Subscription3[]; has_more: boolean; total_count?: number; url: string }
type DeletedDiscount = { deleted: true; id: string; object: "discount"; checkout_session: string | null; customer: string | null; customer_account: null; invoice: string | null; invoice_item: string | null; promotion_code: string | null; source: { coupon: string; type: "coupon" }; start: number; subscription: string | null; subscription_item: string | null }
type PageJson5 = { object: "list"; data: (BankAccount | Card | SourceObject)[]; has_more: boolean; total_count?: number; url: string }
type Settings = { reconciliation_mode: "automatic" | "manual"; using_merchant_default: boolean }
type CashBalance = { object: string; available: { [name: string]: number } | null; customer: string; customer_account: null; livemode: boolean; settings: Settings }
type CashBalanceTransaction = { id: string; object: string; created: number; currency: string; customer: string; customer_account: null; ending_balance: number; livemode: boolean; net_amount: number; type: "applied_to_payment" | "funded" | "refunded_from_payment" | "unapplied_from_payment"; [name: string]: JsonValue | undefined }
type PageJson6 = { object: "list"; data: CashBalanceTransaction[]; has_more: boolean; total_count?: number; url: string }
type BankTransfer = { country: string; financial_addresses: { [name: string]: JsonValue }[]; type: "eu_bank_transfer" | "gb_bank_transfer" | "jp_bank_transfer" | "mx_bank_transfer" | "us_bank_transfer" }
type FundingInstructions = { object: string; bank_transfer: BankTransfer; currency: string; funding_type: string; livemode: boolean }
type CustomerSession = { object: string; client_secret: string; components: { [name: string]: JsonValue }; created: number; customer: string; customer_account: null; expires_at: number; livemode: boolean }
type EphemeralKey = { id: string; object: string; associated_objects: { id: string; type: string }[]; created: number; expires: number; livemode: boolean; secret: string }
type UsBankAccount = { account_holder_type: "company" | "individual"; account_type: "checking" | "futsu" | "savings" | "toza"; bank_name: string; financial_connections_account: null; fingerprint: string; last4: string; networks: { preferred: string; supported: string[] }; routing_number: string; status_details: {} }
type Sepa = { country: string; fingerprint: string; generated_from: { charge: string | null; setup_attempt: string | null }; last4: string; bank_code: string; branch_code: string }
type Card2 = { brand: string; checks: JsonValue; country: string; display_brand: string; exp_month: number; exp_year: number; fingerprint: string; funding: "credit" | "debit" | "prepaid"; generated_from: null; last4: string; networks: { available: string[]; preferred: null }; regulated_status: string; three_d_secure_usage: { supported: boolean }; wallet: null }
type BillingDetails = { address: Address; email: string | null; name: string | null; phone: string | null; tax_id: string | null }
type PaymentMethod = { us_bank_account?: UsBankAccount; shared_payment_granted_token: null; type: "acss_debit" | "affirm" | "afterpay_clearpay" | "alipay" | "alma" | "amazon_pay" | "au_becs_debit" | "bacs_debit" | "bancontact" | "billie" | "bizum" | "blik" | "boleto" | "card" | "card_present" | "cashapp" | "crypto" | "customer_balance" | "eps" | "fpx" | "grabpay" | "ideal" | "interac_present" | "kakao_pay" | "klarna" | "konbini" | "kr_card" | "link" | "mb_way" | "mobilepay" | "multibanco" | "naver_pay" | "nz_bank_account" | "oxxo" | "p24" | "pay_by_bank" | "payco" | "paynow" | "paypal" | "paypay" | "payto" | "pix" | "promptpay" | "revolut_pay" | "samsung_pay" | "satispay" | "scalapay" | "sepa_debit" | "sequra" | "sunbit" | "swish" | "twint" | "upi" | "us_bank_account" | "wechat_pay" | "zip"; sepa_debit?: Sepa; livemode: boolean; metadata: { [name: string]: string }; link?: { email: string | null }; customer_balance?: {}; created: number; customer: string | null; customer_account: null; card?: Card2; id: string; object: string; allow_redisplay: "always" | "limited" | "unspecified"; billing_details: BillingDetails; [name: string]: JsonValue | undefined }
type PageJson7 = { object: "list"; data: PaymentMethod[]; has_more: boolean; total_count?: number; url: string }
type Verification = { status: "pending" | "unavailable" | "unverified" | "verified"; verified_address: null; verified_name: null }
type TaxId = { id: string; object: string; country: string | null; created: number; customer: string | null; customer_account: null; livemode: boolean; owner: { customer_account: null; type: string; customer?: string }; type: string; value: string; verification: Verification }
type PageJson8 = { object: "list"; data: TaxId[]; has_more: boolean; total_count?: number; url: string }
type Shipment = { address: Address; carrier: string | null; name: string; phone: string | null; tracking_number: string | null }
type AttemptError = { payment_method: PaymentMethod; type: string; param?: string; doc_url: string; message: string; advice_code?: string; network_advice_code?: string; network_decline_code?: string; decline_code?: string; code: string; charge?: string }
type PaymentIntent = { payment_method: string | null; payment_method_configuration_details: null; payment_method_options: { [name: string]: { [name: string]: JsonValue } }; payment_method_types: string[]; payment_record: null; processing: null; receipt_email: string | null; review: string | null; setup_future_usage: "off_session" | "on_session" | null; shared_payment_granted_token: null; shipping: Shipment | null; source: null; statement_descriptor: string | null; statement_descriptor_suffix: string | null; status: "canceled" | "processing" | "requires_action" | "requires_capture" | "requires_confirmation" | "requires_payment_method" | "succeeded"; transfer_data: { destination: string; amount?: number } | null; transfer_group: string | null; payment_details?: { customer_reference: null; order_reference: string }; id: string; object: string; allowed_payment_method_types: string[] | null; amount: number; amount_capturable: number; amount_details: { [name: string]: JsonValue }; amount_received: number; application: string | null; application_fee_amount: number | null; automatic_payment_methods: { allow_redirects?: "always" | "never"; enabled: boolean } | null; canceled_at: number | null; cancellation_reason: string | null; capture_method: "automatic" | "automatic_async" | "manual"; client_secret: string; confirmation_method: "automatic" | "manual"; created: number; currency: string; customer: string | null; customer_account: null; description: string | null; excluded_payment_method_types: string[] | null; last_payment_error: AttemptError | null; latest_charge: string | null; livemode: boolean; managed_payments: { enabled: boolean }; metadata: { [name: string]: string }; next_action: { [name: string]: JsonValue } | null; on_behalf_of: string | null }
type PageJson9 = { object: "list"; data: PaymentIntent[]; has_more: boolean; total_count?: number; url: string }
type Charge = { id: string; object: string; amount: number; amount_captured: number; amount_refunded: number; application: string | null; application_fee: string | null; application_fee_amount: number | null; balance_transaction: string | null; billing_details: BillingDetails; calculated_statement_descriptor: string | null; captured: boolean; created: number; currency: string; customer: string | null; description: string | null; destination: string | null; dispute: string | null; disputed: boolean; failure_balance_transaction: string | null; failure_code: string | null; failure_message: string | null; fraud_details: { [name: string]: JsonValue }; livemode: boolean; metadata: { [name: string]: string }; on_behalf_of: string | null; order: null; outcome: { [name: string]: JsonValue } | null; paid: boolean; payment_intent: string | null; payment_method: string | null; payment_method_details: { [name: string]: JsonValue }; radar_options: {}; receipt_email: string | null; receipt_number: string | null; receipt_url: string | null; refunded: boolean; review: string | null; shipping: Shipment | null; source: { [name: string]: JsonValue } | null; source_transfer: string | null; statement_descriptor: string | null; statement_descriptor_suffix: string | null; status: "failed" | "pending" | "succeeded"; transfer?: string; transfer_data: { destination: string; amount: number | null } | null; transfer_group: string | null }
type PageJson10 = { object: "list"; data: Charge[]; has_more: boolean; total_count?: number; url: string }
type ConfirmationToken = { us_bank_account?: UsBankAccount; shared_payment_granted_token: null; type: "acss_debit" | "affirm" | "afterpay_clearpay" | "alipay" | "alma" | "amazon_pay" | "au_becs_debit" | "bacs_debit" | "bancontact" | "billie" | "bizum" | "blik" | "boleto" | "card" | "card_present" | "cashapp" | "crypto" | "customer_balance" | "eps" | "fpx" | "grabpay" | "ideal" | "interac_present" | "kakao_pay" | "klarna" | "konbini" | "kr_card" | "link" | "mb_way" | "mobilepay" | "multibanco" | "naver_pay" | "nz_bank_account" | "oxxo" | "p24" | "pay_by_bank" | "payco" | "paynow" | "paypal" | "paypay" | "payto" | "pix" | "promptpay" | "revolut_pay" | "samsung_pay" | "satispay" | "scalapay" | "sepa_debit" | "sequra" | "sunbit" | "swish" | "twint" | "upi" | "us_bank_account" | "wechat_pay" | "zip"; sepa_debit?: Sepa; link?: { email: string | null }; customer_balance?: {}; customer: string | null; customer_account: null; card?: Card2; allow_redisplay: "always" | "limited" | "unspecified"; billing_details: BillingDetails }
type ConfirmationToken2 = { id: string; object: string; created: number; expires_at: number | null; livemode: boolean; mandate_data: null; metadata: null; payment_intent: string | null; payment_method_options: { [name: string]: JsonValue } | null; payment_method_preview: ConfirmationToken; return_url: string | null; setup_future_usage: "off_session" | "on_session" | null; setup_intent: string | null; shipping: { address: Address; name: string; phone: string | null } | null; use_stripe_sdk: boolean }
type Card3 = { brand: string; case_type: string; network: string; network_reason_code: string }
type FeeDetail = { amount: number; application: string | null; currency: string; description: string | null; type: "application_fee" | "stripe_fee" | "tax" }
type BalanceTransaction = { id: string; object: string; amount: number; available_on: number; balance_type: string; created: number; currency: string; description: string | null; exchange_rate: null; fee: number; fee_details: FeeDetail[]; net: number; reporting_category: string; source: string | null; status: string; type: string }
type Eligibility = { visa_compelling_evidence_3: { required_actions: string[]; status: string } }
type Eligibility2 = { visa_compelling_evidence_3?: undefined; [name: string]: JsonValue | undefined }
type EvidenceDetails = { due_by: number | null; enhanced_eligibility: Eligibility | Eligibility2; has_evidence: boolean; past_due: boolean; submission_count: number; submission_method: string }
type Dispute = { reason: string; status: "lost" | "needs_response" | "under_review" | "warning_closed" | "warning_needs_response" | "warning_under_review" | "won"; payment_method_details?: { card: Card3; type: string }; balance_transactions: BalanceTransaction[]; charge: string; created: number; currency: string; enhanced_eligibility_types: ("mastercard_compliance" | "visa_compelling_evidence_3" | "visa_compliance")[]; evidence: { [name: string]: JsonValue }; evidence_details: EvidenceDetails; intended_submission_method: null; is_charge_refundable: boolean; livemode: boolean; metadata: { [name: string]: string }; payment_intent: string | null; balance_transaction?: string; id: string; object: string; amount: number }
type PageJson11 = { object: "list"; data: Dispute[]; has_more: boolean; total_count?: number; url: string }
type PaymentMethodDetails = { type: "acss_debit" | "affirm" | "afterpay_clearpay" | "alipay" | "alma" | "amazon_pay" | "au_becs_debit" | "bacs_debit" | "bancontact" | "billie" | "bizum" | "blik" | "boleto" | "card" | "card_present" | "cashapp" | "crypto" | "customer_balance" | "eps" | "fpx" | "grabpay" | "ideal" | "interac_present" | "kakao_pay" | "klarna" | "konbini" | "kr_card" | "link" | "mb_way" | "mobilepay" | "multibanco" | "naver_pay" | "nz_bank_account" | "oxxo" | "p24" | "pay_by_bank" | "payco" | "paynow" | "paypal" | "paypay" | "payto" | "pix" | "promptpay" | "revolut_pay" | "samsung_pay" | "satispay" | "scalapay" | "sepa_debit" | "sequra" | "sunbit" | "swish" | "twint" | "upi" | "us_bank_account" | "wechat_pay" | "zip"; [name: string]: JsonValue | undefined }
type Mandate = { status: "active" | "inactive" | "pending"; type: "multi_use" | "single_use"; single_use?: { [name: string]: JsonValue }; payment_method: string; payment_method_details: PaymentMethodDetails; multi_use?: {}; id: string; object: string; customer_acceptance: { [name: string]: JsonValue }; livemode: boolean }
type DisplayDetails = { email_sent: { email_sent_at: number; email_sent_to: string | null }; expires_at: number }
type Refund = { reason: string | null; receipt_number: string | null; source_transfer_reversal: string | null; status: "canceled" | "failed" | "pending" | "requires_action" | "succeeded"; transfer_reversal: string | null; pending_reason?: string; payment_intent: string | null; payment_method: string | null; next_action?: { display_details: DisplayDetails; type: string }; metadata: { [name: string]: string }; instructions_email?: string; failure_reason?: string; failure_balance_transaction?: string; id: string; object: string; amount: number; balance_transaction: string | null; charge: string; created: number; currency: string; customer: string | null; customer_account: null; destination_details: { [name: string]: JsonValue } }
type PageJson12 = { object: "list"; data: Refund[]; has_more: boolean; total_count?: number; url: string }
type SetupAttempt = { id: string; object: string; application: null; created: number; customer: string | null; customer_account: null; flow_directions: null; livemode: boolean; on_behalf_of: null; payment_method: string; payment_method_details: PaymentMethodDetails; setup_error: AttemptError | null; setup_intent: string; status: "failed" | "requires_action" | "succeeded"; usage: "off_session" | "on_session" }
type PageJson13 = { object: "list"; data: SetupAttempt[]; has_more: boolean; total_count?: number; url: string }
type SetupIntent = { id: string; object: string; allowed_payment_method_types: string[] | null; application: string | null; automatic_payment_methods: { allow_redirects?: "always" | "never"; enabled: boolean } | null; cancellation_reason: string | null; client_secret: string; created: number; customer: string | null; customer_account: null; description: string | null; excluded_payment_method_types: null; flow_directions: null; last_setup_error: AttemptError | null; latest_attempt: string | null; livemode: boolean; managed_payments: null; mandate: string | null; metadata: { [name: string]: string }; next_action: { [name: string]: JsonValue } | null; on_behalf_of: string | null; payment_method: string | null; payment_method_configuration_details: null; payment_method_options: { [name: string]: { [name: string]: JsonValue } }; payment_method_types: string[]; single_use_mandate: string | null; status: "canceled" | "processing" | "requires_action" | "requires_confirmation" | "requires_payment_method" | "succeeded"; usage: "off_session" | "on_session" }
type PageJson14 = { object: "list"; data: SetupIntent[]; has_more: boolean; total_count?: number; url: string }
type PageJson15 = { object: "list"; data: never[]; has_more: boolean; total_count?: number; url: string }
type Token = { client_ip: string; created: number; livemode: boolean; type: "account" | "bank_account" | "card" | "cvc_update" | "person" | "pii"; used: boolean; card?: Card; bank_account?: BankAccount; id: string; object: string }
type FeeRefund = { id: string; object: string; amount: number; balance_transaction: string; created: number; currency: string; fee: string; metadata: { [name: string]: string } }
type PageJson16 = { object: "list"; data: FeeRefund[]; has_more: boolean; total_count?: number; url: string }
type ApplicationFee = { id: string; object: string; account: string; amount: number; amount_refunded: number; application: string; balance_transaction: string; charge: string; created: number; currency: string; fee_source: { charge: string; type: string }; livemode: boolean; originating_transaction: string | null; refunded: boolean; refunds: PageJson16 }
type PageJson17 = { object: "list"; data: ApplicationFee[]; has_more: boolean; total_count?: number; url: string }
type PageJson18 = { object: "list"; data: BalanceTransaction[]; has_more: boolean; total_count?: number; url: string }
type Pending = { amount: number; currency: string; source_types: { card: number; bank_account?: number } }
type RefundAndDisputePrefunding = { available: { amount: number; currency: string }[]; pending: { amount: number; currency: string }[] }
type Balance = { livemode: boolean; pending: Pending[]; refund_and_dispute_prefunding: RefundAndDisputePrefunding; instant_available?: undefined; connect_reserved?: { amount: number; currency: string }[]; object: string; available: Pending[] }
type Instant = { amount: number; currency: string; source_types: { card: number } }
type Balance2 = { livemode: boolean; pending: Pending[]; refund_and_dispute_prefunding: RefundAndDisputePrefunding; instant_available: Instant[]; connect_reserved?: { amount: number; currency: string }[]; object: string; available: Pending[] }
type Schedule = { weekly_payout_days?: ("friday" | "monday" | "thursday" | "tuesday" | "wednesday")[]; monthly_payout_days?: number[]; interval: "daily" | "manual" | "monthly" | "weekly" }
type Payouts = { automatic_transfer_rules_by_currency: null; minimum_balance_by_currency: { [name: string]: number } | null; schedule: Schedule; statement_descriptor: string | null; status: string }
type SettlementTiming = { start_of_day: null; delay_days_override?: number; delay_days: number }
type Payments = { debit_negative_balances: boolean; payouts: Payouts; settlement_timing: SettlementTiming }
type Payout = { id: string; object: string; amount: number; application_fee: null; application_fee_amount: null; arrival_date: number; automatic: boolean; balance_transaction: string | null; created: number; currency: string; description: string | null; destination: string | null; failure_balance_transaction: string | null; failure_code: string | null; failure_message: string | null; livemode: boolean; metadata: { [name: string]: string }; method: "instant" | "standard"; original_payout: string | null; payout_method: null; reconciliation_status: string; reversed_by: string | null; source_type: "bank_account" | "card"; statement_descriptor: string | null; status: "canceled" | "failed" | "in_transit" | "paid" | "pending"; trace_id: { status: string; value: null }; type: string }
type PageJson19 = { object: "list"; data: Payout[]; has_more: boolean; total_count?: number; url: string }
type TransferReversal = { id: string; object: string; amount: number; balance_transaction: string; created: number; currency: string; destination_payment_refund: string | null; metadata: { [name: string]: string }; source_refund: string | null; transfer: string }
type PageJson20 = { object: "list"; data: TransferReversal[]; has_more: boolean; total_count?: number; url: string }
type Transfer = { id: string; object: string; amount: number; amount_reversed: number; balance_transaction: string; created: number; currency: string; description: string | null; destination: string; destination_payment: string; livemode: boolean; metadata: { [name: string]: string }; reversals: PageJson20; reversed: boolean; source_transaction: string | null; source_type: string; transfer_group: string | null }
type PageJson21 = { object: "list"; data: Transfer[]; has_more: boolean; total_count?: number; url: string }
type PostAccountLinks = { object: string; created: number; expires_at: number; url: string }
type Components = { [name: string]: { enabled: boolean; features: JsonValue } }
type AccountSession = { object: string; account: string; client_secret: string; components: Components; expires_at: number; livemode: boolean }
type Requirements = { alternatives: never[]; current_deadline: null; currently_due: never[] | string[]; disabled_reason: string | null; errors: never[]; eventually_due: never[] | string[]; past_due: never[] | string[]; pending_verification: never[] }
type Branding = { icon: null; logo: null; primary_color: null; secondary_color: null; [name: string]: JsonValue | undefined }
type DeclineOn = { avs_failure: boolean; cvc_failure: boolean; [name: string]: JsonValue | undefined }
type CardPayments = { decline_on: DeclineOn; statement_descriptor_prefix: string | null; statement_descriptor_prefix_kana: null; statement_descriptor_prefix_kanji: null; [name: string]: JsonValue | undefined }
type Payments2 = { statement_descriptor: string | null; statement_descriptor_kana: null; statement_descriptor_kanji: null; statement_descriptor_prefix_kana: null; statement_descriptor_prefix_kanji: null; [name: string]: JsonValue | undefined }
type Schedule2 = { weekly_anchor?: "friday" | "monday" | "thursday" | "tuesday" | "wednesday"; weekly_payout_days?: ("friday" | "monday" | "thursday" | "tuesday" | "wednesday")[]; monthly_anchor?: number; monthly_payout_days?: number[]; delay_days: number; interval: "daily" | "manual" | "monthly" | "weekly" }
type Payouts2 = { debit_negative_balances: boolean; schedule: Schedule2; statement_descriptor: string | null }
type Invoices = { default_account_tax_ids: null; hosted_payment_method_save: string }
type Settings2 = { branding: Branding; card_payments: CardPayments; dashboard: { display_name: string | null; timezone: string }; payments: Payments2; payouts: Payouts2; bacs_debit_payments: { display_name: null; service_user_number: null }; card_issuing: { tos_acceptance: { date: null; ip: null } }; invoices: Invoices; sepa_debit_payments: {}; [name: string]: JsonValue | undefined }
type TosAcceptance = { date: null; ip: null; user_agent: null; [name: string]: JsonValue | undefined }
type Relationship = { authorizer: boolean; director: boolean; executive: boolean; legal_guardian: boolean; owner: boolean; percent_ownership: number | null; representative: boolean; title: string | null }
type Requirements2 = { alternatives: never[]; currently_due: never[]; errors: never[]; eventually_due: never[]; past_due: never[]; pending_verification: never[] }
type AdditionalDocument = { back: string | null; front: string | null; details: null; details_code: null }
type Verification2 = { additional_document: AdditionalDocument; details: null; details_code: null; document: AdditionalDocument; status: string }
type Dob = { day: number | null; month: number | null; year: number | null }
type Individual = { relationship: Relationship; requirements: Requirements2; ssn_last_4_provided: boolean; verification: Verification2; political_exposure?: string; nationality?: string; last_name: string | null; metadata: { [name: string]: string }; id_number_secondary_provided?: boolean; future_requirements: Requirements2; id_number_provided: boolean; full_name_aliases?: string[]; created: number; dob: Dob; email: string | null; first_name: string | null; address?: Address; id: string; object: string; account: string; [name: string]: JsonValue | undefined }
type Controller = { type: string; fees?: { payer: string }; is_controller?: boolean; losses?: { payments: string }; requirement_collection?: string; stripe_dashboard?: { type: string } }
type ExternalAccount = { currency: string; account: string; available_payout_methods: string[]; default_for_currency: boolean; phone: null; regulated_status: string; tokenization_method: null; wallet: null; networks?: { preferred: null }; cvc_check: "fail" | "pass" | "unavailable" | "unchecked" | null; dynamic_last4: null; email: null; exp_month: number; exp_year: number; fingerprint: string; funding: "credit" | "debit" | "prepaid"; last4: string; metadata: { [name: string]: string }; name: string | null; customer?: string | null; brand: string; country: string; allow_redisplay?: string; id: string; object: string; address_city: string | null; address_country: string | null; address_line1: string | null; address_line1_check: "fail" | "pass" | "unavailable" | "unchecked" | null; address_line2: string | null; address_state: string | null; address_zip: string | null; address_zip_check: "fail" | "pass" | "unavailable" | "unchecked" | null }
type FutureRequirements = { currently_due: never[]; errors: never[]; past_due: never[]; pending_verification: never[] }
type ExternalAccount2 = { account_holder_name: string | null; account_holder_type: string | null; account_type: string | null; bank_name: string; country: string; currency: string; fingerprint: string; future_requirements: FutureRequirements; last4: string; metadata: { [name: string]: string }; requirements: FutureRequirements; routing_number: string | null; status: string; account: string; available_payout_methods: string[]; default_for_currency: boolean; id: string; object: string }
type PageJson22 = { object: "list"; data: (ExternalAccount | ExternalAccount2)[]; has_more: boolean; total_count?: number; url: string }
type FutureRequirements2 = { alternatives: never[]; current_deadline: null; currently_due: never[]; disabled_reason: null; errors: never[]; eventually_due: never[]; past_due: never[]; pending_verification: never[] }
type BusinessProfile = { annual_revenue: null; estimated_worker_count: null; mcc: null; minority_owned_business_designation: null; name: string | null; product_description: null; specified_commercial_transactions_act_url: null; support_address: null; support_email: null; support_phone: null; support_url: null; url: null; [name: string]: JsonValue | undefined }
type Account = { metadata: { [name: string]: string }; payouts_enabled: boolean; requirements: Requirements; settings: Settings2; tos_acceptance: TosAcceptance; type: "custom" | "express" | "none" | "standard"; individual?: Individual; controller: Controller; country: string; created: number; default_currency: string; details_submitted: boolean; email: string | null; external_accounts: PageJson22; future_requirements: FutureRequirements2; company?: JsonValue; id: string; object: string; business_profile: BusinessProfile; business_type: string | null; capabilities: { [name: string]: "active" | "inactive" | "pending" }; charges_enabled: boolean; deleted?: undefined }
type PageJson23 = { object: "list"; data: (Account | { id: string; object: string; deleted: boolean })[]; has_more: boolean; total_count?: number; url: string }
type TermsAcceptance = { date: number | null; ip: string | null; user_agent: string | null }
type Person = { relationship: Relationship; requirements: Requirements2; ssn_last_4_provided: boolean; verification: Verification2; political_exposure?: string; nationality?: string; last_name: string | null; metadata: { [name: string]: string }; id_number_secondary_provided?: boolean; future_requirements: Requirements2; id_number_provided: boolean; full_name_aliases?: string[]; created: number; dob: Dob; email: string | null; first_name: string | null; address?: Address; id: string; object: string; account: string; additional_tos_acceptances: { account: TermsAcceptance } }
type PageJson24 = { object: "list"; data: Person[]; has_more: boolean; total_count?: number; url: string }
type Capability = { current_deadline: null; disabled_reason: null; alternatives: never[]; currently_due: never[]; errors: never[]; eventually_due: never[]; past_due: never[]; pending_verification: never[] }
type Requirements3 = { disabled_reason: string | null; current_deadline: null; alternatives: never[]; currently_due: never[]; errors: never[]; eventually_due: never[]; past_due: never[]; pending_verification: never[] }
type Capability2 = { id: string; object: string; account: string; future_requirements: Capability; requested: boolean; requested_at: number | null; requirements: Requirements3; status: "active" | "inactive" | "pending" | "unrequested" }
type PageJson25 = { object: "list"; data: Capability2[]; has_more: boolean; total_count?: number; url: string }
type OauthToken = { access_token: string; livemode: boolean; refresh_token: string; token_type: string; stripe_publishable_key: string; stripe_user_id: string; scope: "read_only" | "read_write" }
type EarlyFraudWarning = { payment_intent?: string; id: string; object: string; actionable: boolean; charge: string; created: number; fraud_type: string; livemode: boolean }
type PageJson26 = { object: "list"; data: EarlyFraudWarning[]; has_more: boolean; total_count?: number; url: string }
type Feature = { id: string; object: string; active: boolean; livemode: boolean; lookup_key: string; metadata: { [name: string]: string }; name: string }
type ProductFeature = { id: string; object: string; entitlement_feature: Feature; livemode: boolean }
type PageJson27 = { object: "list"; data: ProductFeature[]; has_more: boolean; total_count?: number; url: string }
type PageJson28 = { object: "list"; data: Feature[]; has_more: boolean; total_count?: number; url: string }
type ActiveEntitlement = { id: string; object: string; feature: string; livemode: boolean; lookup_key: string }
type PageJson29 = { object: "list"; data: ActiveEntitlement[]; has_more: boolean; total_count?: number; url: string }
type FileLink = { id: string; object: string; created: number; expired: boolean; expires_at: number | null; file: string; livemode: boolean; metadata: { [name: string]: string }; url: string }
type PageJson30 = { object: "list"; data: FileLink[]; has_more: boolean; total_count?: number; url: string }
type File = { id: string; object: string; created: number; expires_at: number | null; filename: string | null; links: PageJson30; purpose: string; size: number; title: string | null; type: string | null; url: string | null }
type PageJson31 = { object: "list"; data: File[]; has_more: boolean; total_count?: number; url: string }
type SpendingLimit = { amount: number; categories: string[] | null; interval: "all_time" | "daily" | "monthly" | "per_authorization" | "weekly" | "yearly" }
type SpendingControls = { allowed_card_presences: string[] | null; allowed_categories: string[] | null; allowed_merchant_countries: string[] | null; blocked_card_presences: string[] | null; blocked_categories: string[] | null; blocked_merchant_countries: string[] | null; spending_limits: SpendingLimit[]; spending_limits_currency: string | null }
type Cardholder = { id: string; object: string; billing: { address: Address }; company: { tax_id_provided: boolean } | null; created: number; email: string | null; individual: { [name: string]: JsonValue } | null; livemode: boolean; metadata: { [name: string]: string }; name: string; phone_number: string | null; preferred_locales: string[] | null; requirements: { disabled_reason: string | null; past_due: string[] }; spending_controls: SpendingControls; status: "active" | "blocked" | "inactive"; type: "company" | "individual" }
type PageJson32 = { object: "list"; data: Cardholder[]; has_more: boolean; total_count?: number; url: string }
type Wallets = { apple_pay: { eligible: boolean; ineligible_reason: null }; google_pay: { eligible: boolean; ineligible_reason: null }; primary_account_identifier: null }
type IssuedCard = { id: string; object: string; brand: string; cancellation_reason: string | null; cardholder: Cardholder; created: number; currency: string; exp_month: number; exp_year: number; last4: string; latest_fraud_warning: null; lifecycle_controls: { cancel_after: { payment_count: number } } | null; livemode: boolean; metadata: { [name: string]: string }; personalization_design: null; replaced_by: string | null; replacement_for: string | null; replacement_reason: string | null; second_line: string | null; shipping: { [name: string]: JsonValue } | null; spending_controls: SpendingControls; status: "active" | "canceled" | "inactive"; type: "physical" | "virtual"; wallets: Wallets }
type PageJson33 = { object: "list"; data: IssuedCard[]; has_more: boolean; total_count?: number; url: string }
type NetworkData = { acquiring_institution_id: null; system_trace_audit_number: null; transaction_id: null }
type PendingRequest = { amount: number; amount_details: { atm_fee: null; cashback_amount: null }; currency: string; is_amount_controllable: boolean; merchant_amount: number; merchant_currency: string; network_risk_score: null }
type Decision = { amount: number; amount_details: { atm_fee: null; cashback_amount: null }; approved: boolean; authorization_code: string | null; created: number; currency: string; merchant_amount: number; merchant_currency: string; network_risk_score: null; reason: string; reason_message: null; requested_at: number }
type NetworkData2 = { authorization_code: string | null; processing_date: string; transaction_id: null }
type IssuingTransaction = { id: string; object: string; amount: number; amount_details: { atm_fee: null; cashback_amount: null }; authorization: string | null; balance_transaction: null; card: string; cardholder: string; created: number; currency: string; dispute: string | null; livemode: boolean; merchant_amount: number; merchant_currency: string; merchant_data: { [name: string]: JsonValue }; metadata: { [name: string]: string }; network_data: NetworkData2; token: null; type: "capture" | "refund"; wallet: string | null }
type IssuingAuthorization = { id: string; object: string; amount: number; amount_details: { atm_fee: null; cashback_amount: null }; approved: boolean; authorization_method: "chip" | "contactless" | "keyed_in" | "online" | "swipe"; balance_transactions: never[]; card: IssuedCard; card_presence: "not_present" | "present"; cardholder: string; created: number; currency: string; fleet: null; fuel: null; livemode: boolean; merchant_amount: number; merchant_currency: string; merchant_data: { [name: string]: JsonValue }; metadata: { [name: string]: string }; network_data: NetworkData; pending_request: PendingRequest | null; request_history: Decision[]; status: "closed" | "expired" | "pending" | "reversed"; token: null; transactions: IssuingTransaction[]; verification_data: { [name: string]: JsonValue }; verified_by_fraud_challenge: null; wallet: string | null }
type PageJson34 = { object: "list"; data: IssuingAuthorization[]; has_more: boolean; total_count?: number; url: string }
type PageJson35 = { object: "list"; data: IssuingTransaction[]; has_more: boolean; total_count?: number; url: string }
type IssuingDispute = { metadata: { [name: string]: string }; status: "expired" | "lost" | "submitted" | "unsubmitted" | "won"; transaction: string; loss_reason?: string; id: string; object: string; amount: number; balance_transactions: never[]; created: number; currency: string; evidence: { [name: string]: JsonValue }; livemode: boolean }
type PageJson36 = { object: "list"; data: IssuingDispute[]; has_more: boolean; total_count?: number; url: string }
type TerminalConfiguration = { id: string; object: string; is_account_default: boolean; livemode: boolean; name: string | null; [name: string]: JsonValue | undefined }
type PageJson37 = { object: "list"; data: TerminalConfiguration[]; has_more: boolean; total_count?: number; url: string }
type TerminalLocation = { phone?: string; display_name: string; livemode: boolean; metadata: { [name: string]: string }; configuration_overrides?: string; id: string; object: string; address: Address }
type PageJson38 = { object: "list"; data: TerminalLocation[]; has_more: boolean; total_count?: number; url: string }
type Action = { api_error: AttemptError | null; failure_code: string | null; failure_message: string | null; status: "failed" | "in_progress" | "succeeded"; type: "collect_inputs" | "collect_payment_method" | "confirm_payment_intent" | "process_payment_intent" | "process_setup_intent" | "refund_payment" | "set_reader_display"; [name: string]: JsonValue | undefined }
type Reader = { id: string; object: string; action: Action | null; device_sw_version: string; device_type: string; ip_address: string; label: string; last_seen_at: number; livemode: boolean; location: string | null; metadata: { [name: string]: string }; serial_number: string; status: string }
type PageJson39 = { object: "list"; data: Reader[]; has_more: boolean; total_count?: number; url: string }
type DeleteTerminalReadersReader = { id: string; object: string; deleted: boolean; device_type: string; serial_number: string }
type Topup = { id: string; object: string; amount: number; balance_transaction: string | null; created: number; currency: string; description: string | null; expected_availability_date: number; failure_code: string | null; failure_message: string | null; initiated_by: string; livemode: boolean; metadata: { [name: string]: string }; source: null; statement_descriptor: string | null; status: "canceled" | "failed" | "pending" | "succeeded"; transfer_group: string | null }
type PageJson40 = { object: "list"; data: Topup[]; has_more: boolean; total_count?: number; url: string }
type Parameters = { timezone?: string; reporting_category?: string; interval_end: number; interval_start: number; currency?: string; connected_account?: string; columns?: string[] }
type ReportRun = { id: string; object: string; created: number; error: null; livemode: boolean; parameters: Parameters; report_type: string; result: File | null; status: string; succeeded_at: number | null }
type PageJson41 = { object: "list"; data: ReportRun[]; has_more: boolean; total_count?: number; url: string }
type ReportType = { id: string; object: string; data_available_end: number; data_available_start: number; default_columns: string[]; livemode: boolean; name: string; updated: number; version: number }
type PageJson42 = { object: "list"; data: ReportType[]; has_more: boolean; total_count?: number; url: string }
type Review = { reason: string; session: null; payment_intent?: string; id: string; object: string; billing_zip: string | null; charge: string; closed_reason: "approved" | "canceled" | "disputed" | "refunded" | "refunded_as_fraud" | null; created: number; ip_address: null; ip_address_location: null; livemode: boolean; open: boolean; opened_reason: string }
type PageJson43 = { object: "list"; data: Review[]; has_more: boolean; total_count?: number; url: string }
type ValueListItem = { id: string; object: string; created: number; created_by: string; livemode: boolean; value: string; value_list: string }
type PageJson44 = { object: "list"; data: ValueListItem[]; has_more: boolean; total_count?: number; url: string }
type ValueList = { id: string; object: string; alias: string; created: number; created_by: string; item_type: "account" | "card_bin" | "card_fingerprint" | "case_sensitive_string" | "country" | "crypto_fingerprint" | "customer_id" | "email" | "ip_address" | "sepa_debit_fingerprint" | "string" | "us_bank_account_fingerprint"; list_items: PageJson44; livemode: boolean; metadata: { [name: string]: string }; name: string }
type PageJson45 = { object: "list"; data: ValueList[]; has_more: boolean; total_count?: number; url: string }
type ApplePayDomain = { id: string; object: string; created: number; domain_name: string; livemode: boolean }
type PageJson46 = { object: "list"; data: ApplePayDomain[]; has_more: boolean; total_count?: number; url: string }
type PaymentMethodDomain = { id: string; object: string; created: number; domain_name: string; enabled: boolean; livemode: boolean; [name: string]: JsonValue | undefined }
type PageJson47 = { object: "list"; data: PaymentMethodDomain[]; has_more: boolean; total_count?: number; url: string }
type PaymentMethodConfiguration = { id: string; object: string; active: boolean; application: null; is_default: boolean; livemode: boolean; name: string; parent: string | null; [name: string]: JsonValue | undefined }
type PageJson48 = { object: "list"; data: PaymentMethodConfiguration[]; has_more: boolean; total_count?: number; url: string }
type AutomaticTax2 = { enabled: boolean; liability: { type: string } | null; provider: string | null; status: string | null }
type TotalDetails = { amount_discount: number; amount_shipping: number; amount_tax: number }
type Recurring = { interval: "day" | "month" | "week" | "year"; interval_count: number; amount_subtotal: number; amount_total: number; total_details: TotalDetails }
type Sums = { amount_subtotal: number; amount_total: number; total_details: TotalDetails }
type InvoiceSettings2 = { custom_fields: { name: string; value: string }[] | null; days_until_due: number | null; description: string | null; footer: string | null; issuer: { type: string } }
type StatusTransitions = { accepted_at: number | null; canceled_at: number | null; finalized_at: number | null }
type SubscriptionData = { billing_mode: { flexible: { proration_discounts: string }; type: string }; description: string | null; effective_date: number | null; metadata: { [name: string]: string } | null; trial_period_days: number | null }
type TransferData = { amount: number | null; amount_percent: number | null; destination: string }
type Quote = { id: string; object: string; amount_subtotal: number; amount_total: number; application: null; application_fee_amount: number | null; application_fee_percent: number | null; automatic_tax: AutomaticTax2; collection_method: "charge_automatically" | "send_invoice"; computed: { recurring: Recurring | null; upfront: Sums }; created: number; currency: string | null; customer: string | null; customer_account: null; default_tax_rates: string[]; description: string | null; discounts: string[]; expires_at: number; footer: string | null; from_quote: { is_revision: boolean; quote: string } | null; header: string | null; invoice: string | null; invoice_settings: InvoiceSettings2; livemode: boolean; metadata: { [name: string]: string }; number: string | null; on_behalf_of: string | null; status: "accepted" | "canceled" | "draft" | "open"; status_transitions: StatusTransitions; subscription: string | null; subscription_data: SubscriptionData; subscription_schedule: string | null; test_clock: string | null; total_details: TotalDetails; transfer_data: TransferData | null }
type PageJson49 = { object: "list"; data: Quote[]; has_more: boolean; total_count?: number; url: string }
type CustomUnitAmount = { maximum: number | null; minimum: number | null; preset: number | null }
type Recurring2 = { interval: "day" | "month" | "week" | "year"; interval_count: number; meter: string | null; trial_period_days: number | null; usage_type: "licensed" | "metered" }
type Price = { id: string; object: "price"; active: boolean; billing_scheme: "per_unit" | "tiered"; created: number; currency: string; custom_unit_amount: CustomUnitAmount | null; livemode: boolean; lookup_key: string | null; metadata: { [name: string]: string }; nickname: string | null; product: string; recurring: Recurring2 | null; tax_behavior: "exclusive" | "inclusive" | "unspecified" | null; tiers_mode: "graduated" | "volume" | null; transform_quantity: { divide_by: number; round: "down" | "up" } | null; type: "one_time" | "recurring"; unit_amount: number | null; unit_amount_decimal: string | null }
type LineItem = { id: string; object: string; adjustable_quantity: { maximum: number; minimum: number; enabled: boolean } | null; amount_discount: number; amount_subtotal: number; amount_tax: number; amount_total: number; currency: string; description: string; metadata: { [name: string]: string }; price: Price; quantity: number }
type PageJson50 = { object: "list"; data: LineItem[]; has_more: boolean; total_count?: number; url: string }
type CustomerDetails = { address: Address | null; address_source: "billing" | "shipping" | null; ip_address: string | null; tax_ids: { type: string; value: string }[]; taxability_override: "customer_exempt" | "none" | "reverse_charge" }
type ShippingCost = { tax_behavior: "exclusive" | "inclusive"; tax_code: string; shipping_rate?: string; amount: number; amount_tax: number }
type TaxRateDetails = { country: string | null; flat_amount: null; percentage_decimal: string; rate_type: string; state: string | null; tax_type: string | null }
type Breakdown = { amount: number; inclusive: boolean; tax_rate_details: TaxRateDetails; taxability_reason: "customer_exempt" | "not_collecting" | "not_subject_to_tax" | "product_exempt" | "reverse_charge" | "standard_rated"; taxable_amount: number }
type TaxCalculation = { id: string; object: string; amount_total: number; currency: string; customer: string | null; customer_details: CustomerDetails; expires_at: number; livemode: boolean; ship_from_details: { address: Address } | null; shipping_cost: ShippingCost | null; tax_amount_exclusive: number; tax_amount_inclusive: number; tax_breakdown: Breakdown[]; tax_date: number }
type Jurisdiction = { country: string; display_name: string; level: string; state: string | null }
type TaxRateDetails2 = { display_name: string; percentage_decimal: string; tax_type: string }
type LineTax = { amount: number; jurisdiction: Jurisdiction; sourcing: string; tax_rate_details: TaxRateDetails2 | null; taxability_reason: "customer_exempt" | "not_collecting" | "not_subject_to_tax" | "product_exempt" | "reverse_charge" | "standard_rated"; taxable_amount: number }
type CalculationLine = { id: string; object: string; amount: number; amount_tax: number; livemode: boolean; metadata: { [name: string]: string } | null; performance_location: null; product: string | null; quantity: number; reference: string; tax_behavior: "exclusive" | "inclusive"; tax_breakdown: LineTax[]; tax_code: string }
type PageJson51 = { object: "list"; data: CalculationLine[]; has_more: boolean; total_count?: number; url: string }
type TaxTransaction = { id: string; object: string; created: number; currency: string; customer: string | null; customer_details: CustomerDetails; livemode: boolean; metadata: { [name: string]: string } | null; posted_at: number; reference: string; reversal: { original_transaction: string } | null; ship_from_details: { address: Address } | null; shipping_cost: ShippingCost | null; tax_date: number; type: "reversal" | "transaction" }
type TransactionLine = { id: string; object: string; amount: number; amount_tax: number; livemode: boolean; metadata: { [name: string]: string } | null; product: string | null; quantity: number; reference: string; reversal: { original_line_item: string } | null; tax_behavior: "exclusive" | "inclusive"; tax_code: string; type: "reversal" | "transaction" }
type PageJson52 = { object: "list"; data: TransactionLine[]; has_more: boolean; total_count?: number; url: string }
type TaxRegistration = { id: string; object: string; active_from: number; country: string; country_options: { [name: string]: JsonValue }; created: number; expires_at: number | null; livemode: boolean; status: "active" | "expired" | "scheduled" }
type PageJson53 = { object: "list"; data: TaxRegistration[]; has_more: boolean; total_count?: number; url: string }
type Defaults = { provider: string; tax_behavior: "exclusive" | "inclusive" | "inferred_by_currency" | null; tax_code: string | null }
type TaxSettings = { object: string; defaults: Defaults; head_office: { address: Address } | null; livemode: boolean; status: string; status_details: { active?: {}; pending?: { missing_fields: string[] } } }
type Coupon = { id: string; object: "coupon"; amount_off: number | null; created: number; currency: string | null; duration: "forever" | "once" | "repeating"; duration_in_months: number | null; livemode: boolean; max_redemptions: number | null; metadata: { [name: string]: string }; name: string | null; percent_off: number | null; redeem_by: number | null; times_redeemed: number; valid: boolean }
type PageJson54 = { object: "list"; data: Coupon[]; has_more: boolean; total_count?: number; url: string }
type Refunds = { amount_refunded: number; payment_record_refund: null; refund: string; type: string }
type Taxes = { amount: number; tax_behavior: string; tax_rate_details: { tax_rate: string }; taxability_reason: string; taxable_amount: number; type: string }
type CreditNote = { id: string; object: string; amount: number; amount_shipping: number; created: number; currency: string; customer: string; customer_account: null; customer_balance_transaction: string | null; discount_amount: number; discount_amounts: { amount: number; discount: string }[]; effective_at: number | null; invoice: string; lines: PageJson3; livemode: boolean; memo: string | null; metadata: { [name: string]: string }; number: string; out_of_band_amount: number | null; pdf: string; post_payment_amount: number; pre_payment_amount: number; pretax_credit_amounts: { amount: number; discount: string; type: string }[]; reason: "duplicate" | "fraudulent" | "order_change" | "product_unsatisfactory" | null; refunds: Refunds[]; shipping_cost: null; status: "issued" | "void"; subtotal: number; subtotal_excluding_tax: number; total: number; total_excluding_tax: number; total_taxes: Taxes[]; type: string; voided_at: number | null }
type PageJson55 = { object: "list"; data: CreditNote[]; has_more: boolean; total_count?: number; url: string }
type InvoicePayment = { id: string; object: string; amount_paid: number | null; amount_requested: number; created: number; currency: string; invoice: string; is_default: boolean; livemode: boolean; payment: { payment_intent: string | null; type: string }; status: "canceled" | "open" | "paid"; status_transitions: { canceled_at: number | null; paid_at: number | null } }
type PageJson56 = { object: "list"; data: InvoicePayment[]; has_more: boolean; total_count?: number; url: string }
type Parent = { subscription_details: { subscription_item?: string; subscription: string }; type: string }
type Pricing = { type: string; unit_amount_decimal: string | null; price_details?: { price: string; product: string } }
type InvoiceItem = { id: string; object: string; amount: number; currency: string; customer: string; customer_account: null; date: number; description: string | null; discountable: boolean; discounts: string[]; invoice: string | null; livemode: boolean; metadata: { [name: string]: string }; net_amount: number; parent: Parent | null; period: { start: number; end: number }; pricing: Pricing | null; proration: boolean; quantity: number; quantity_decimal: string; tax_rates: TaxRate[]; test_clock: string | null }
type PageJson57 = { object: "list"; data: InvoiceItem[]; has_more: boolean; total_count?: number; url: string }
type PageJson58 = { object: "list"; data: { id: string }[]; has_more: boolean; total_count?: number; url: string }
type AutomaticTax3 = { disabled_reason: "finalization_requires_location_inputs" | null; enabled: boolean; liability: { type: string } | null; provider: string | null; status: string | null }
type SubscriptionDetails = { metadata: { [name: string]: string } | null; subscription: string }
type Parent2 = { quote_details: null; subscription_details: SubscriptionDetails; type: string }
type PaymentSettings2 = { payment_method_options: JsonValue; default_mandate: string | null; payment_method_types: string[] | null }
type Rendering = { pdf: { page_size: string }; amount_tax_display: string | null; template: string | null; template_version: number | null }
type Taxes2 = { amount: number; rate: TaxRate | null; taxability_reason: null; taxable_amount: number }
type ShippingCost2 = { amount_subtotal: number; amount_tax: number; amount_total: number; shipping_rate: string | null; taxes: Taxes2[] }
type StatusTransitions2 = { finalized_at: number | null; marked_uncollectible_at: number | null; paid_at: number | null; voided_at: number | null }
type Invoice = { total: number; total_discount_amounts: { amount: number; discount: string }[]; total_excluding_tax: number; total_pretax_credit_amounts: { amount: number; discount: string; type: string }[]; total_taxes: Taxes[]; webhooks_delivered_at: number; threshold_reason?: { [name: string]: JsonValue }; id: string; object: string; account_country: string | null; account_name: string | null; account_tax_ids: string[] | null; amount_due: number; amount_overpaid: number; amount_paid: number; amount_remaining: number; amount_shipping: number; application: null; attempt_count: number; attempted: boolean; auto_advance: boolean; automatic_tax: AutomaticTax3; automatically_finalizes_at: number | null; billing_reason: "automatic_pending_invoice_item_invoice" | "manual" | "subscription_create" | "subscription_cycle" | "subscription_threshold" | "subscription_update" | "upcoming"; collection_method: "charge_automatically" | "send_invoice"; created: number; currency: string; custom_fields: { name: string; value: string }[] | null; customer: string; customer_account: null; customer_address: { [name: string]: JsonValue } | null; customer_email: string | null; customer_name: string | null; customer_phone: string | null; customer_shipping: { [name: string]: JsonValue } | null; customer_tax_exempt: string; customer_tax_ids: { type: string; value: string }[]; default_payment_method: string | null; default_source: string | null; default_tax_rates: TaxRate[]; description: string | null; discounts: string[]; due_date: number | null; effective_at: number | null; ending_balance: number | null; footer: string | null; from_invoice: { action: string; invoice: string } | null; hosted_invoice_url: string | null; invoice_pdf: string | null; issuer: { type: string }; last_finalization_error: { [name: string]: JsonValue } | null; latest_revision: string | null; lines: PageJson3; livemode: boolean; metadata: { [name: string]: string }; next_payment_attempt: number | null; number: string | null; on_behalf_of: string | null; parent: Parent2 | null; payment_settings: PaymentSettings2; period_end: number; period_start: number; post_payment_credit_notes_amount: number; pre_payment_credit_notes_amount: number; receipt_number: null; rendering: Rendering | null; shipping_cost: ShippingCost2 | null; shipping_details: { [name: string]: JsonValue } | null; starting_balance: number; statement_descriptor: string | null; status: "draft" | "open" | "paid" | "uncollectible" | "void"; status_transitions: StatusTransitions2; subtotal: number; subtotal_excluding_tax: number; test_clock: string | null }
type PageJson59 = { object: "list"; data: Invoice[]; has_more: boolean; total_count?: number; url: string }
type GetInvoicesSearch = { data: JsonValue[]; object: "search_result"; has_more: boolean; next_page: string | null; total_count?: number; url: string }
type PostBillingMeterEventAdjustments = { object: string; cancel: { identifier: string }; event_name: string; livemode: boolean; status: string; type: string }
type MeterEvent = { object: string; created: number; event_name: string; identifier: string; livemode: boolean; payload: { [name: string]: string }; timestamp: number }
type Meter = { id: string; object: string; created: number; customer_mapping: { event_payload_key: string; type: string }; default_aggregation: { formula: "count" | "last" | "sum" }; display_name: string; event_name: string; event_time_window: "day" | "hour" | null; livemode: boolean; status: string; status_transitions: { deactivated_at: number | null }; updated: number; value_settings: { event_payload_key: string } }
type PageJson60 = { object: "list"; data: Meter[]; has_more: boolean; total_count?: number; url: string }
type Data2 = { id: string; object: string; aggregated_value: number; end_time: number; livemode: boolean; meter: string; start_time: number }
type PageJson61 = { object: "list"; data: Data2[]; has_more: boolean; total_count?: number; url: string }
type PageJson62 = { object: "list"; data: Plan[]; has_more: boolean; total_count?: number; url: string }
type PageJson63 = { object: "list"; data: Price[]; has_more: boolean; total_count?: number; url: string }
type PackageDimensions = { height: number; length: number; weight: number; width: number }
type TaxDetails = { performance_location: string | null; tax_code: string | null }
type Product = { id: string; object: "product"; active: boolean; created: number; default_price: string | null; description: string | null; images: string[]; livemode: boolean; marketing_features: { name: string }[]; metadata: { [name: string]: string }; name: string; package_dimensions: PackageDimensions | null; shippable: boolean | null; statement_descriptor: string | null; tax_code: string | null; tax_details: TaxDetails | null; type: "good" | "service"; unit_label: string | null; updated: number; url: string | null }
type PageJson64 = { object: "list"; data: Product[]; has_more: boolean; total_count?: number; url: string }
type Restrictions = { first_time_transaction: boolean; minimum_amount: number | null; minimum_amount_currency: string | null; currency_options?: { [name: string]: { minimum_amount: number } } }
type PromotionCode = { id: string; object: "promotion_code"; active: boolean; code: string; created: number; customer: string | null; customer_account: null; expires_at: number | null; livemode: boolean; max_redemptions: number | null; metadata: { [name: string]: string }; promotion: { coupon: string; type: "coupon" }; restrictions: Restrictions; times_redeemed: number }
type PageJson65 = { object: "list"; data: PromotionCode[]; has_more: boolean; total_count?: number; url: string }
type DeliveryBound = { unit: "business_day" | "day" | "hour" | "month" | "week"; value: number }
type DeliveryEstimate = { maximum: DeliveryBound | null; minimum: DeliveryBound | null }
type CurrencyOptions = { amount: number; tax_behavior: "exclusive" | "inclusive" | "unspecified" }
type FixedAmount = { currency_options?: { [name: string]: CurrencyOptions }; amount: number; currency: string }
type ShippingRate = { id: string; object: "shipping_rate"; active: boolean; created: number; delivery_estimate: DeliveryEstimate | null; display_name: string; fixed_amount: FixedAmount; livemode: boolean; metadata: { [name: string]: string }; tax_behavior: "exclusive" | "inclusive" | "unspecified"; tax_code: string | null; type: "fixed_amount" }
type PageJson66 = { object: "list"; data: ShippingRate[]; has_more: boolean; total_count?: number; url: string }
type PostSubscriptionItemsSubscriptionItemUsageRecords = { id: string; object: string; livemode: boolean; quantity: number; subscription_item: string; timestamp: number }
type Data3 = { id: string; object: string; invoice: null; livemode: boolean; period: { end: null; start: number }; subscription_item: string; total_usage: number }
type PageJson67 = { object: "list"; data: Data3[]; has_more: boolean; total_count?: number; url: string }
type BillingMode2 = { flexible: { proration_discounts: string } | null; type: string }
type AutomaticTax4 = { disabled_reason: null; enabled: boolean; liability: { type: string } | null }
type InvoiceSettings3 = { account_tax_ids: null; custom_fields: null; days_until_due: null; description: null; footer: null; issuer: { type: string }; [name: string]: JsonValue | undefined }
type DefaultSettings = { application_fee_percent: number | null; automatic_tax: AutomaticTax4; billing_cycle_anchor: "automatic" | "phase_start"; billing_thresholds: BillingThresholds | null; collection_method: "charge_automatically" | "send_invoice"; default_payment_method: string | null; description: string | null; invoice_settings: InvoiceSettings3; on_behalf_of: string | null; transfer_data: { [name: string]: JsonValue } | null }
type PhaseDiscount = { coupon: string | null; discount: string | null; promotion_code: string | null }
type Item = { tax_rates: TaxRate[]; quantity?: number; billing_thresholds: { usage_gte: number } | null; discounts: PhaseDiscount[]; metadata: { [name: string]: string }; plan: string; price: string }
type Extra = { discountable: boolean; discounts: PhaseDiscount[]; metadata: { [name: string]: string }; period: { end: JsonValue; start: JsonValue }; price: string; quantity: number; tax_rates: TaxRate[] }
type Phase = { billing_cycle_anchor: "automatic" | "phase_start" | null; billing_thresholds: BillingThresholds | null; collection_method: "charge_automatically" | "send_invoice" | null; currency: string; default_payment_method: string | null; default_tax_rates: TaxRate[]; description: string | null; discounts: PhaseDiscount[]; end_date: number; invoice_settings: InvoiceSettings3 | null; items: Item[]; metadata: { [name: string]: string }; on_behalf_of: string | null; proration_behavior: "always_invoice" | "create_prorations" | "none"; start_date: number; transfer_data: { [name: string]: JsonValue } | null; trial_end: number | null; automatic_tax?: AutomaticTax4; add_invoice_items: Extra[]; application_fee_percent: number | null }
type Schedule3 = { id: string; object: string; application: null; billing_mode: BillingMode2; canceled_at: number | null; completed_at: number | null; created: number; current_phase: { end_date: number; start_date: number } | null; customer: string; customer_account: null; default_settings: DefaultSettings; end_behavior: "cancel" | "release"; livemode: boolean; metadata: { [name: string]: string }; pause_schedules: never[]; phases: Phase[]; released_at: number | null; released_subscription: string | null; status: "active" | "canceled" | "completed" | "not_started" | "released"; subscription: string | null; test_clock: string | null }
type PageJson68 = { object: "list"; data: Schedule3[]; has_more: boolean; total_count?: number; url: string }
type PageJson69 = { object: "list"; data: TaxRate[]; has_more: boolean; total_count?: number; url: string }
type PaymentIntentData = { capture_method: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; description: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; metadata: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean; setup_future_usage: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; statement_descriptor: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; statement_descriptor_suffix: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; transfer_group: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null }
type InvoiceSettings4 = { account_tax_ids: null; custom_fields: null; description: null; footer: null; issuer: { type: string } }
type SubscriptionData2 = { description: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; invoice_settings: InvoiceSettings4; metadata: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean; trial_period_days: JsonValue[] | number | string | { [name: string]: JsonValue } | boolean | null; trial_settings: JsonValue[] | number | string | { [name: string]: JsonValue } | { end_behavior: { missing_payment_method: string } } | boolean }
type AfterCompletion = { redirect?: { url: string | null }; type: "redirect" | "hosted_confirmation"; hosted_confirmation?: { custom_message: string | null } }
type AutomaticTax5 = { enabled: boolean; liability: { [name: string]: JsonValue } | null }
type Text = { default_value: string | null; maximum_length: number | null; minimum_length: number | null }
type Dropdown = { options: { label: string; value: string }[]; default_value: string | null }
type CustomFields = { text?: Text; numeric?: Text; dropdown?: Dropdown; key: string; label: { custom: string; type: "custom" }; optional: boolean; type: "dropdown" | "numeric" | "text" }
type PaymentLink = { on_behalf_of: string | null; payment_intent_data: PaymentIntentData | null; payment_method_collection: "always" | "if_required"; payment_method_options: null; payment_method_types: string[] | null; phone_number_collection: { enabled: boolean }; restrictions: { completed_sessions: { count: number; limit: number } } | null; shipping_address_collection: { allowed_countries: string[] } | null; shipping_options: { shipping_amount: number; shipping_rate: string }[]; submit_type: "auto" | "book" | "donate" | "pay" | "subscribe"; subscription_data: SubscriptionData2 | null; tax_id_collection: { enabled: boolean; required: "if_supported" | "never" }; transfer_data: { [name: string]: JsonValue } | null; url: string; name_collection?: { [name: string]: JsonValue }; id: string; object: string; active: boolean; after_completion: AfterCompletion; allow_promotion_codes: boolean; application: null; application_fee_amount: number | null; application_fee_percent: number | null; automatic_tax: AutomaticTax5; billing_address_collection: "auto" | "required"; consent_collection: { [name: string]: JsonValue } | null; currency: string; custom_fields: CustomFields[]; custom_text: { [name: string]: JsonValue }; customer_creation: "always" | "if_required"; inactive_message: string | null; invoice_creation: { [name: string]: JsonValue }; livemode: boolean; managed_payments: { enabled: boolean }; metadata: { [name: string]: string } }
type PageJson70 = { object: "list"; data: PaymentLink[]; has_more: boolean; total_count?: number; url: string }
type Names = { individualName: string | null; businessName: string | null }
type DiscountAmounts = { displayName: string; promotionCode: string | null; recurring: null; percentOff: number | null; minorUnitsAmount: number; amount: string }
type Recurring3 = { interval: "day" | "month" | "week" | "year"; intervalCount: number; usageType: "licensed" | "metered" }
type Line = { id: string; name: string; discount: { minorUnitsAmount: number; amount: string }; subtotal: { minorUnitsAmount: number; amount: string }; total: { minorUnitsAmount: number; amount: string }; taxExclusive: { minorUnitsAmount: number; amount: string }; taxInclusive: { minorUnitsAmount: number; amount: string }; unitAmount: { minorUnitsAmount: number; amount: string }; unitAmountDecimal: null; description: string | null; quantity: number; unitLabel: string | null; discountAmounts: null; taxAmounts: null; recurring: Recurring3 | null; adjustableQuantity: { maximum: number; minimum: number } | null; images: string[]; priceId: string; isRemovable: boolean; pricing: null; transformQuantity: null }
type DueNext = { subtotal: { minorUnitsAmount: number; amount: string }; total: { minorUnitsAmount: number; amount: string }; discount: { minorUnitsAmount: number; amount: string }; taxInclusive: { minorUnitsAmount: number; amount: string }; taxExclusive: { minorUnitsAmount: number; amount: string }; billingCycleAnchor: null }
type Recurring4 = { interval: "day" | "month" | "week" | "year"; intervalCount: number; isProrated: boolean; dueNext: DueNext; trial: { trialEnd: number; trialPeriodDays: number } | null }
type Shipping = { id: string; currency: string; displayName: string; deliveryEstimate: DeliveryEstimate | null; minorUnitsAmount: number; amount: string }
type Status = { type: "complete" | "expired" | "open"; paymentStatus?: "no_payment_required" | "paid" | "unpaid" }
type TaxAmounts = { inclusive: boolean; displayName: string; minorUnitsAmount: number; amount: string }
type Total = { appliedBalance: { minorUnitsAmount: number; amount: string }; balanceAppliedToNextInvoice: boolean; discount: { minorUnitsAmount: number; amount: string }; shippingRate: { minorUnitsAmount: number; amount: string }; subtotal: { minorUnitsAmount: number; amount: string }; surcharge: { minorUnitsAmount: number; amount: string }; taxExclusive: { minorUnitsAmount: number; amount: string }; taxInclusive: { minorUnitsAmount: number; amount: string }; total: { minorUnitsAmount: number; amount: string } }
type BrowserSession = { billingAddress: { name: string | null; address: Address } | null; businessName: string | null; nameCollection: Names | null; canConfirm: boolean; currency: string; currencyOptions: null; discountAmounts: DiscountAmounts[]; email: string | null; id: string; lastPaymentError: null; lineItems: Line[]; livemode: boolean; minorUnitsAmountDivisor: number; phoneNumber: string | null; recurring: Recurring4 | null; savedPaymentMethods: null; shipping: { shippingOption: Shipping; taxAmounts: null } | null; shippingAddress: { address: Address; name: string } | null; shippingOptions: Shipping[]; status: Status; surcharge: null; tax: { status: string }; taxAmounts: TaxAmounts[]; taxIdInfo: null; total: Total; optionalItems: null }
type Answer = { id: string; object: string; session: BrowserSession; payment_method_types: string[]; intent_client_secret: string | null; intent: PaymentIntent | SetupIntent | null; return_url: string | null }
type ShippingCost3 = { amount_subtotal: number; amount_tax: number; amount_total: number; shipping_rate: string | null }
type InvoiceData = { account_tax_ids: null; custom_fields: null; description: null; footer: null; issuer: null; metadata: {}; rendering_options: null }
type CollectedInformation = { business_name: string | null; individual_name: string | null; shipping_details: { address: Address; name: string } | null }
type Consent = { promotions: "opt_in" | "opt_out" | null; terms_of_service: "accepted" | null }
type Dropdown2 = { default_value: string | null; options: { label: string; value: string }[]; value: string | null }
type Bounded = { default_value: string | null; maximum_length: number | null; minimum_length: number | null; value: string | null }
type CustomField = { key: string; label: { custom: string; type: "custom" }; optional: boolean; type: "dropdown" | "numeric" | "text"; dropdown?: Dropdown2; numeric?: Bounded; text?: Bounded }
type CustomerDetails2 = { address: Address | null; business_name: string | null; email: string | null; individual_name: string | null; name: string | null; phone: string | null; tax_exempt: "exempt" | "none" | "reverse" | string | null; tax_ids: { type: string; value: string | null }[] | null }
type Recovery = { allow_promotion_codes: boolean; enabled: boolean; expires_at: number | null; url: string | null }
type AutomaticTax6 = { enabled: boolean; liability: { [name: string]: JsonValue } | null; provider: string | null; status: string | null }
type CheckoutSession = { saved_payment_method_options: { [name: string]: JsonValue } | null; setup_intent: string | null; shipping_address_collection: { allowed_countries: string[] } | null; shipping_cost: ShippingCost3 | null; shipping_options: { shipping_amount: number; shipping_rate: string }[]; status: "complete" | "expired" | "open"; submit_type: "auto" | "book" | "donate" | "pay" | "subscribe" | null; subscription: string | null; success_url: string | null; tax_id_collection: { enabled: boolean; required: "if_supported" | "never" }; total_details: TotalDetails | null; ui_mode: string; url: string | null; wallet_options: null; return_url?: string; redirect_on_completion?: "always" | "if_required" | "never"; origin_context: string | null; payment_intent: string | null; payment_link: string | null; payment_method_collection: "always" | "if_required" | null; payment_method_configuration_details: null; payment_method_options: { [name: string]: JsonValue }; payment_method_types: string[]; payment_status: "no_payment_required" | "paid" | "unpaid"; permissions: { [name: string]: JsonValue } | null; phone_number_collection: { enabled: boolean }; recovered_from: string | null; name_collection?: { [name: string]: JsonValue }; expires_at: number; integration_identifier: string | null; invoice: string | null; invoice_creation: { [name: string]: JsonValue } | { enabled: boolean; invoice_data: InvoiceData } | null; livemode: boolean; locale: string | null; managed_payments: { enabled: boolean } | null; metadata: { [name: string]: string }; mode: "payment" | "setup" | "subscription"; excluded_payment_method_types?: string[]; cancel_url: string | null; client_reference_id: string | null; client_secret: string | null; collected_information: CollectedInformation; consent: Consent | null; consent_collection: { [name: string]: JsonValue } | null; created: number; currency: string | null; currency_conversion: null; custom_fields: CustomField[]; custom_text: { [name: string]: JsonValue }; customer: string | null; customer_account: null; customer_creation: "always" | "if_required" | null; customer_details: CustomerDetails2 | null; customer_email: string | null; discounts: { coupon: string | null; promotion_code: string | null }[] | null; branding_settings?: { [name: string]: JsonValue }; id: string; object: string; adaptive_pricing: { enabled: boolean }; after_expiration: { recovery: Recovery } | null; allow_promotion_codes: boolean | null; allowed_payment_method_types: null; amount_subtotal: number | null; amount_total: number | null; automatic_tax: AutomaticTax6; billing_address_collection: "auto" | "required" | null }
type PageJson71 = { object: "list"; data: CheckoutSession[]; has_more: boolean; total_count?: number; url: string }
type BusinessProfile2 = { headline: string | null; privacy_policy_url: string | null; terms_of_service_url: string | null }
type PaymentMethodUpdate = { enabled: boolean; payment_method_configuration: string | null }
type CancellationReason = { enabled: boolean; feedback_options: string[] | null; options: string[] }
type SubscriptionCancel = { cancellation_reason: CancellationReason; enabled: boolean; mode: "at_period_end" | "immediately"; proration_behavior: "always_invoice" | "create_prorations" | "none" }
type SubscriptionPause = { duration: { [name: string]: JsonValue }; enabled: boolean }
type AdjustableQuantity = { enabled: boolean; maximum: number | null; minimum: number }
type PortalProduct = { adjustable_quantity: AdjustableQuantity; prices: string[]; product: string }
type SubscriptionUpdate = { billing_cycle_anchor: "now" | "unchanged" | null; default_allowed_updates: string[]; enabled: boolean; products: PortalProduct[] | null; proration_behavior: "always_invoice" | "create_prorations" | "none"; schedule_at_period_end: { conditions: { type: string }[] }; trial_update_behavior: "continue_trial" | "end_trial" }
type PortalFeatures = { customer_update: { allowed_updates: string[]; enabled: boolean }; invoice_history: { enabled: boolean }; payment_method_update: PaymentMethodUpdate; subscription_cancel: SubscriptionCancel; subscription_pause: SubscriptionPause; subscription_update: SubscriptionUpdate }
type PortalConfiguration = { id: string; object: string; active: boolean; application: null; business_profile: BusinessProfile2; created: number; default_return_url: string | null; features: PortalFeatures; is_default: boolean; livemode: boolean; login_page: { enabled: boolean; url: null }; metadata: { [name: string]: string }; name: string | null; updated: number }
type PageJson72 = { object: "list"; data: PortalConfiguration[]; has_more: boolean; total_count?: number; url: string }
type AfterCompletion2 = { type: "hosted_confirmation" | "portal_homepage" | "redirect"; hosted_confirmation: { custom_message: string | null } | null; redirect: { return_url: string } | null }
type SubscriptionCancel2 = { subscription: string; retention: { [name: string]: JsonValue } | null }
type Confirm = { quantity?: number; id: string | null; price: string | null }
type Confirm2 = { items: Confirm[]; subscription: string; discounts: { coupon: string | null; promotion_code: string | null }[] | null }
type Flow = { after_completion: AfterCompletion2; customer_update: null; subscription_cancel: SubscriptionCancel2 | null; subscription_pause: { subscription: string } | null; subscription_update: { subscription: string } | null; subscription_update_confirm: Confirm2 | null; type: "payment_method_update" | "subscription_cancel" | "subscription_pause" | "subscription_update" | "subscription_update_confirm" }
type PortalSession = { id: string; object: string; after_expiration: null; configuration: string; created: number; customer: string; customer_account: null; flow: Flow | null; livemode: boolean; locale: string | null; on_behalf_of: string | null; return_url: string | null; url: string }
type Data4 = { object: { [name: string]: JsonValue }; previous_attributes?: { [name: string]: JsonValue } }
type EventBody = { api_version: "2020-08-27" | "2022-08-01" | "2022-11-15" | "2023-08-16" | "2023-10-16" | "2024-04-10" | "2024-06-20" | "2024-09-30.acacia" | "2024-10-28.acacia" | "2024-11-20.acacia" | "2024-12-18.acacia" | "2025-01-27.acacia" | "2025-02-24.acacia" | "2025-03-31.basil" | "2025-04-30.basil" | "2025-05-28.basil" | "2025-06-30.basil" | "2025-07-30.basil" | "2025-08-27.basil" | "2025-09-30.clover" | "2025-10-29.clover" | "2025-11-17.clover" | "2025-12-15.clover" | "2026-01-28.clover" | "2026-02-25.clover" | "2026-03-25.dahlia" | "2026-04-22.dahlia" | "2026-05-27.dahlia" | "2026-06-24.dahlia" | "2026-07-29.dahlia" | "2026-08-26.dahlia" | "2026-09-30.endive" | "2026-10-28.endive"; created: number; data: Data4; livemode: boolean; pending_webhooks: number; request: { id: string | null; idempotency_key: string | null }; type: string; account?: string; id: string; object: string }
type PageJson73 = { object: "list"; data: EventBody[]; has_more: boolean; total_count?: number; url: string }
type PostWebhookEndpoints = { secret: string; id: string; object: string; api_version: "2020-08-27" | "2022-08-01" | "2022-11-15" | "2023-08-16" | "2023-10-16" | "2024-04-10" | "2024-06-20" | "2024-09-30.acacia" | "2024-10-28.acacia" | "2024-11-20.acacia" | "2024-12-18.acacia" | "2025-01-27.acacia" | "2025-02-24.acacia" | "2025-03-31.basil" | "2025-04-30.basil" | "2025-05-28.basil" | "2025-06-30.basil" | "2025-07-30.basil" | "2025-08-27.basil" | "2025-09-30.clover" | "2025-10-29.clover" | "2025-11-17.clover" | "2025-12-15.clover" | "2026-01-28.clover" | "2026-02-25.clover" | "2026-03-25.dahlia" | "2026-04-22.dahlia" | "2026-05-27.dahlia" | "2026-06-24.dahlia" | "2026-07-29.dahlia" | "2026-08-26.dahlia" | "2026-09-30.endive" | "2026-10-28.endive" | null; application: string | null; created: number; description: string | null; enabled_events: string[]; livemode: boolean; metadata: { [name: string]: string }; status: "disabled" | "enabled"; url: string }
type WebhookEndpoint = { id: string; object: string; api_version: "2020-08-27" | "2022-08-01" | "2022-11-15" | "2023-08-16" | "2023-10-16" | "2024-04-10" | "2024-06-20" | "2024-09-30.acacia" | "2024-10-28.acacia" | "2024-11-20.acacia" | "2024-12-18.acacia" | "2025-01-27.acacia" | "2025-02-24.acacia" | "2025-03-31.basil" | "2025-04-30.basil" | "2025-05-28.basil" | "2025-06-30.basil" | "2025-07-30.basil" | "2025-08-27.basil" | "2025-09-30.clover" | "2025-10-29.clover" | "2025-11-17.clover" | "2025-12-15.clover" | "2026-01-28.clover" | "2026-02-25.clover" | "2026-03-25.dahlia" | "2026-04-22.dahlia" | "2026-05-27.dahlia" | "2026-06-24.dahlia" | "2026-07-29.dahlia" | "2026-08-26.dahlia" | "2026-09-30.endive" | "2026-10-28.endive" | null; application: string | null; created: number; description: string | null; enabled_events: string[]; livemode: boolean; metadata: { [name: string]: string }; status: "disabled" | "enabled"; url: string }
type PageJson74 = { object: "list"; data: WebhookEndpoint[]; has_more: boolean; total_count?: number; url: string }
type Requirements4 = { capability: string; configuration: string; deadline: { status: string } }
type Requirements5 = { awaiting_action_from: string; description: string; errors: never[]; impact: { restricts_capabilities: Requirements4[] }; minimum_deadline: { status: string }; requested_reasons: { code: string }[] }
type Requirements6 = { summary?: { minimum_deadline: { status: string } }; entries: Requirements5[] }
type AdditionalAddresse = { city?: string; country?: string; line1?: string; line2?: string; postal_code?: string; state?: string; town?: string; purpose: "registered" }
type AdditionalName = { given_name?: string; surname?: string; full_name?: string; purpose: "alias" | "maiden" }
type AdditionalTermsOfService = { account?: { date?: string; ip?: string; user_agent?: string } }
type PlaceJson = { city?: string; country?: string; line1?: string; line2?: string; postal_code?: string; state?: string; town?: string }
type Relationship2 = { authorizer?: boolean; director?: boolean; executive?: boolean; legal_guardian?: boolean; owner?: boolean; percent_ownership?: string; representative?: boolean; title?: string }
type ScriptNames = { kana?: { given_name?: string; surname?: string }; kanji?: { given_name?: string; surname?: string } }
type PersonV2Json = { id: string; object: "v2.core.account_person"; account: string; additional_addresses?: AdditionalAddresse[]; additional_names?: AdditionalName[]; additional_terms_of_service?: AdditionalTermsOfService; address?: PlaceJson; created: string; date_of_birth?: { day: number; month: number; year: number }; documents?: { [name: string]: JsonValue }; email?: string; given_name?: string; id_numbers?: { type: string }[]; legal_gender?: string; livemode: boolean; metadata: { [name: string]: string }; nationalities?: string[]; phone?: string; political_exposure?: string; relationship?: Relationship2; script_addresses?: { kana?: PlaceJson; kanji?: PlaceJson }; script_names?: ScriptNames; surname?: string; updated: string }
type Identity = { individual?: PersonV2Json; country: string; [name: string]: JsonValue | undefined }
type Responsibilities = { fees_collector: string; losses_collector: "application" | "stripe"; requirements_collector: "application" | "stripe" }
type Defaults2 = { responsibilities: Responsibilities; currency: string; [name: string]: JsonValue | undefined }
type Configuration = { capabilities: { [name: string]: JsonValue }; applied: true; [name: string]: JsonValue | undefined }
type AccountV2 = { requirements?: Requirements6; livemode: boolean; metadata: { [name: string]: string }; identity?: Identity; future_requirements?: { entries: never[] }; defaults?: Defaults2; created: string; dashboard: "express" | "full" | "none"; configuration?: { [name: string]: Configuration }; id: string; object: string; applied_configurations: ("customer" | "merchant" | "recipient")[]; closed: boolean; [name: string]: JsonValue | undefined }
type PageV2Json = { data: JsonValue[]; next_page_url: string | null; previous_page_url: string | null }
type CollectionOptions = { fields?: "currently_due" | "eventually_due"; future_requirements?: "include" | "omit" }
type AccountOnboarding = { refresh_url: string; return_url?: string; collection_options?: CollectionOptions }
type UseCase = { type: "account_onboarding" | "account_update"; account_onboarding?: AccountOnboarding; account_update?: AccountOnboarding }
type PostV2CoreAccountLinks = { object: string; account: string; created: string; expires_at: string; livemode: boolean; url: string; use_case: UseCase }
type DetailToken = { id: string; object: "v2.core.account_person_token" | "v2.core.account_token"; created: string; expires_at: string; livemode: false; used: boolean }
type OwnThinEvent = { type: "v2.core.account.closed" | "v2.core.account.created" | "v2.core.account.updated" | "v2.core.account[configuration.customer].capability_status_updated" | "v2.core.account[configuration.customer].updated" | "v2.core.account[configuration.merchant].capability_status_updated" | "v2.core.account[configuration.merchant].updated" | "v2.core.account[configuration.recipient].capability_status_updated" | "v2.core.account[configuration.recipient].updated" | "v2.core.account[defaults].updated" | "v2.core.account[future_requirements].updated" | "v2.core.account[identity].updated" | "v2.core.account[requirements].updated" | "v2.core.account_link.returned" | "v2.core.account_person.created" | "v2.core.account_person.deleted" | "v2.core.account_person.updated" | "v2.core.event_destination.ping"; related_object?: { id: string; type: string; url: string }; reason?: undefined; livemode: boolean; data?: { [name: string]: JsonValue }; created: string; context?: string; id: string; object: string }
type Reason = { request: { id: string; idempotency_key: string }; type: string }
type OwnThinEvent2 = { type: "v2.core.account.closed" | "v2.core.account.created" | "v2.core.account.updated" | "v2.core.account[configuration.customer].capability_status_updated" | "v2.core.account[configuration.customer].updated" | "v2.core.account[configuration.merchant].capability_status_updated" | "v2.core.account[configuration.merchant].updated" | "v2.core.account[configuration.recipient].capability_status_updated" | "v2.core.account[configuration.recipient].updated" | "v2.core.account[defaults].updated" | "v2.core.account[future_requirements].updated" | "v2.core.account[identity].updated" | "v2.core.account[requirements].updated" | "v2.core.account_link.returned" | "v2.core.account_person.created" | "v2.core.account_person.deleted" | "v2.core.account_person.updated" | "v2.core.event_destination.ping"; related_object?: { id: string; type: string; url: string }; reason: Reason; livemode: boolean; data?: { [name: string]: JsonValue }; created: string; context?: string; id: string; object: string }
type ThinEvent = { snapshot_event: string; type: string; related_object?: undefined; reason?: undefined; created: string; livemode: boolean; context?: string; id: string; object: string }
type ThinEvent2 = { snapshot_event: string; type: string; related_object: { id: string; type: string; url: string }; reason?: undefined; created: string; livemode: boolean; context?: string; id: string; object: string }
type ThinEvent3 = { snapshot_event: string; type: string; related_object?: undefined; reason: Reason; created: string; livemode: boolean; context?: string; id: string; object: string }
type ThinEvent4 = { snapshot_event: string; type: string; related_object: { id: string; type: string; url: string }; reason: Reason; created: string; livemode: boolean; context?: string; id: string; object: string }
type EventDestination = { type: string; updated: string; webhook_endpoint: { url?: string; signing_secret?: string }; status_details?: { disabled: { reason: string } }; status: "disabled" | "enabled"; snapshot_api_version?: "2020-08-27" | "2022-08-01" | "2022-11-15" | "2023-08-16" | "2023-10-16" | "2024-04-10" | "2024-06-20" | "2024-09-30.acacia" | "2024-10-28.acacia" | "2024-11-20.acacia" | "2024-12-18.acacia" | "2025-01-27.acacia" | "2025-02-24.acacia" | "2025-03-31.basil" | "2025-04-30.basil" | "2025-05-28.basil" | "2025-06-30.basil" | "2025-07-30.basil" | "2025-08-27.basil" | "2025-09-30.clover" | "2025-10-29.clover" | "2025-11-17.clover" | "2025-12-15.clover" | "2026-01-28.clover" | "2026-02-25.clover" | "2026-03-25.dahlia" | "2026-04-22.dahlia" | "2026-05-27.dahlia" | "2026-06-24.dahlia" | "2026-07-29.dahlia" | "2026-08-26.dahlia" | "2026-09-30.endive" | "2026-10-28.endive"; id: string; object: string; created: string; description: string; enabled_events: string[]; event_payload: "snapshot" | "thin"; events_from: string[]; livemode: boolean; metadata: { [name: string]: string }; name: string }
type PostV2BillingMeterEvents = { object: string; created: string; event_name: string; identifier: string; livemode: boolean; payload: { [name: string]: string }; timestamp: string }
type PostV2BillingMeterEventAdjustments = { id: string; object: string; cancel: { identifier: string }; created: string; event_name: string; livemode: boolean; status: string; type: string }
type TestClock = { id: string; object: string; created: number; deletes_after: number; frozen_time: number; livemode: boolean; name: string | null; status: "advancing" | "ready"; status_details: { advancing?: { target_frozen_time: number } } }
type PageJson75 = { object: "list"; data: TestClock[]; has_more: boolean; total_count?: number; url: string }
type ElementsCustomerSession = { customer: string; payment_methods: PaymentMethod[]; features: { [name: string]: JsonValue } }

/** The answers of the operations of payments, as far as their handlers say what they answer. */
export interface PaymentsAnswers {
  'PostCustomers': Customer | { id: string; object: string; deleted: boolean }
  'GetCustomers': PageJson
  'GetCustomersSearch': SearchJson
  'GetCustomersCustomer': Customer | { id: string; object: string; deleted: boolean }
  'PostCustomersCustomer': Customer | { id: string; object: string; deleted: boolean }
  'DeleteCustomersCustomer': { id: string; object: string; deleted: boolean }
  'PostCustomersCustomerBalanceTransactions': CustomerBalanceTransaction
  'GetCustomersCustomerBalanceTransactions': PageJson2
  'GetCustomersCustomerBalanceTransactionsTransaction': CustomerBalanceTransaction
  'PostCustomersCustomerBalanceTransactionsTransaction': CustomerBalanceTransaction
  'PostCustomersCustomerBankAccountsIdVerify': BankAccount | Card | SourceObject
  'PostCustomersCustomerSubscriptions': Subscription | Subscription2
  'GetCustomersCustomerSubscriptions': PageJson4
  'GetCustomersCustomerSubscriptionsSubscriptionExposedId': Subscription | Subscription2
  'PostCustomersCustomerSubscriptionsSubscriptionExposedId': Subscription | Subscription2
  'DeleteCustomersCustomerSubscriptionsSubscriptionExposedId': Subscription | Subscription2
  'DeleteCustomersCustomerSubscriptionsSubscriptionExposedIdDiscount': DeletedDiscount
  'PostCustomersCustomerCards': BankAccount | Card | SourceObject
  'GetCustomersCustomerCards': PageJson5
  'GetCustomersCustomerCardsId': BankAccount | Card | SourceObject
  'PostCustomersCustomerCardsId': BankAccount | Card | SourceObject
  'DeleteCustomersCustomerCardsId': BankAccount | Card | SourceObject | { id: string; object: string; deleted: boolean }
  'PostCustomersCustomerBankAccounts': BankAccount | Card | SourceObject
  'GetCustomersCustomerBankAccounts': PageJson5
  'GetCustomersCustomerBankAccountsId': BankAccount | Card | SourceObject
  'PostCustomersCustomerBankAccountsId': BankAccount | Card | SourceObject
  'DeleteCustomersCustomerBankAccountsId': BankAccount | Card | SourceObject | { id: string; object: string; deleted: boolean }
  'GetCustomersCustomerCashBalance': CashBalance
  'PostCustomersCustomerCashBalance': CashBalance
  'GetCustomersCustomerCashBalanceTransactions': PageJson6
  'GetCustomersCustomerCashBalanceTransactionsTransaction': CashBalanceTransaction
  'PostCustomersCustomerFundingInstructions': FundingInstructions
  'PostCustomerSessions': CustomerSession
  'GetCustomersCustomerDiscount': Discount
  'DeleteCustomersCustomerDiscount': DeletedDiscount
  'PostEphemeralKeys': EphemeralKey
  'DeleteEphemeralKeysKey': EphemeralKey
  'GetCustomersCustomerPaymentMethods': PageJson7
  'GetCustomersCustomerPaymentMethodsPaymentMethod': PaymentMethod
  'GetCustomersCustomerSources': PageJson5
  'PostCustomersCustomerSources': BankAccount | Card | SourceObject
  'GetCustomersCustomerSourcesId': BankAccount | Card | SourceObject
  'PostCustomersCustomerSourcesId': BankAccount | Card | SourceObject
  'DeleteCustomersCustomerSourcesId': BankAccount | Card | SourceObject | { id: string; object: string; deleted: boolean }
  'PostCustomersCustomerSourcesIdVerify': BankAccount | Card | SourceObject
  'PostCustomersCustomerTaxIds': TaxId
  'GetCustomersCustomerTaxIds': PageJson8
  'GetCustomersCustomerTaxIdsId': TaxId
  'DeleteCustomersCustomerTaxIdsId': { id: string; object: string; deleted: boolean }
  'PostPaymentIntents': PaymentIntent
  'GetPaymentIntents': PageJson9
  'GetPaymentIntentsSearch': SearchJson
  'GetPaymentIntentsIntent': PaymentIntent
  'PostPaymentIntentsIntent': PaymentIntent
  'PostPaymentIntentsIntentConfirm': PaymentIntent
  'PostPaymentIntentsIntentCapture': PaymentIntent
  'PostPaymentIntentsIntentCancel': PaymentIntent
  'PostPaymentIntentsIntentIncrementAuthorization': PaymentIntent
  'PostPaymentIntentsIntentApplyCustomerBalance': PaymentIntent
  'PostPaymentIntentsIntentVerifyMicrodeposits': PaymentIntent
  'PostCharges': Charge
  'GetCharges': PageJson10
  'GetChargesSearch': SearchJson
  'GetChargesCharge': Charge
  'PostChargesCharge': Charge
  'PostChargesChargeCapture': Charge
  'GetConfirmationTokensConfirmationToken': ConfirmationToken2
  'PostConfirmationTokens': ConfirmationToken2
  'GetDisputes': PageJson11
  'GetDisputesDispute': Dispute
  'PostDisputesDispute': Dispute
  'PostDisputesDisputeClose': Dispute
  'GetMandatesMandate': Mandate
  'PostPaymentMethods': PaymentMethod
  'GetPaymentMethods': PageJson7
  'GetPaymentMethodsPaymentMethod': PaymentMethod
  'PostPaymentMethodsPaymentMethod': PaymentMethod
  'PostPaymentMethodsPaymentMethodAttach': PaymentMethod
  'PostPaymentMethodsPaymentMethodDetach': PaymentMethod
  'PostRefunds': Refund
  'GetRefunds': PageJson12
  'GetRefundsRefund': Refund
  'PostRefundsRefund': Refund
  'PostRefundsRefundCancel': Refund
  'PostChargesChargeRefunds': Refund
  'GetChargesChargeRefunds': PageJson12
  'GetChargesChargeRefundsRefund': Refund
  'PostChargesChargeRefundsRefund': Refund
  'PostChargesChargeRefund': Charge
  'GetChargesChargeDispute': Dispute
  'GetSetupAttempts': PageJson13
  'PostSetupIntents': SetupIntent
  'GetSetupIntents': PageJson14
  'GetSetupIntentsIntent': SetupIntent
  'PostSetupIntentsIntent': SetupIntent
  'PostSetupIntentsIntentConfirm': SetupIntent
  'PostSetupIntentsIntentCancel': SetupIntent
  'PostSetupIntentsIntentVerifyMicrodeposits': SetupIntent
  'PostSources': SourceObject
  'GetSourcesSource': SourceObject
  'PostSourcesSource': SourceObject
  'GetSourcesSourceSourceTransactions': PageJson15
  'PostTokens': Token
  'GetTokensToken': Token
  'GetApplicationFees': PageJson17
  'GetApplicationFeesId': ApplicationFee
  'PostApplicationFeesIdRefunds': FeeRefund
  'GetApplicationFeesIdRefunds': PageJson16
  'GetApplicationFeesFeeRefundsId': FeeRefund
  'PostApplicationFeesFeeRefundsId': FeeRefund
  'GetBalanceTransactions': PageJson18
  'GetBalanceTransactionsId': BalanceTransaction
  'GetBalance': Balance | Balance2
  'GetBalanceSettings': { object: string; payments: Payments }
  'PostBalanceSettings': { object: string; payments: Payments }
  'PostPayouts': Payout
  'GetPayouts': PageJson19
  'GetPayoutsPayout': Payout
  'PostPayoutsPayout': Payout
  'PostPayoutsPayoutCancel': Payout
  'PostPayoutsPayoutReverse': Payout
  'PostTransfers': Transfer
  'GetTransfers': PageJson21
  'GetTransfersTransfer': Transfer
  'PostTransfersTransfer': Transfer
  'PostTransfersIdReversals': TransferReversal
  'GetTransfersIdReversals': PageJson20
  'GetTransfersTransferReversalsId': TransferReversal
  'PostTransfersTransferReversalsId': TransferReversal
  'PostAccountLinks': PostAccountLinks
  'PostAccountSessions': AccountSession
  'GetAccount': Account | { id: string; object: string; deleted: boolean }
  'PostAccounts': Account | { id: string; object: string; deleted: boolean }
  'GetAccounts': PageJson23
  'GetAccountsAccount': Account | { id: string; object: string; deleted: boolean }
  'PostAccountsAccount': Account | { id: string; object: string; deleted: boolean }
  'DeleteAccountsAccount': { id: string; object: string; deleted: boolean }
  'PostAccountsAccountReject': Account | { id: string; object: string; deleted: boolean }
  'PostAccountsAccountPersons': Person
  'GetAccountsAccountPersons': PageJson24
  'GetAccountsAccountPersonsPerson': Person
  'PostAccountsAccountPersonsPerson': Person
  'DeleteAccountsAccountPersonsPerson': { id: string; object: string; deleted: boolean }
  'GetAccountsAccountCapabilities': PageJson25
  'GetAccountsAccountCapabilitiesCapability': Capability2
  'PostAccountsAccountCapabilitiesCapability': Capability2
  'PostAccountsAccountExternalAccounts': ExternalAccount | ExternalAccount2
  'GetAccountsAccountExternalAccounts': PageJson22
  'GetAccountsAccountExternalAccountsId': ExternalAccount | ExternalAccount2
  'PostAccountsAccountExternalAccountsId': ExternalAccount | ExternalAccount2
  'DeleteAccountsAccountExternalAccountsId': { id: string; object: string; deleted: boolean }
  'PostAccountsAccountPeople': Person
  'GetAccountsAccountPeople': PageJson24
  'GetAccountsAccountPeoplePerson': Person
  'PostAccountsAccountPeoplePerson': Person
  'DeleteAccountsAccountPeoplePerson': { id: string; object: string; deleted: boolean }
  'PostAccountsAccountBankAccounts': ExternalAccount | ExternalAccount2
  'GetAccountsAccountBankAccountsId': ExternalAccount | ExternalAccount2
  'PostAccountsAccountBankAccountsId': ExternalAccount | ExternalAccount2
  'DeleteAccountsAccountBankAccountsId': { id: string; object: string; deleted: boolean }
  'PostAccountsAccountLoginLinks': { object: string; created: number; url: string }
  'oauth/authorize': null | string
  'oauth/authorize/answer': null | string
  'oauth/express': null | string
  'oauth/express/answer': null | string
  'oauth/token': OauthToken
  'oauth/deauthorize': { stripe_user_id: string }
  'onboarding': null | string
  'onboarding/submit': null | string
  'expressDashboard': string
  'GetRadarEarlyFraudWarnings': PageJson26
  'GetRadarEarlyFraudWarningsEarlyFraudWarning': EarlyFraudWarning
  'PostProductsProductFeatures': ProductFeature
  'GetProductsProductFeatures': PageJson27
  'GetProductsProductFeaturesId': ProductFeature
  'DeleteProductsProductFeaturesId': { id: string; object: string; deleted: boolean }
  'PostEntitlementsFeatures': Feature
  'GetEntitlementsFeatures': PageJson28
  'GetEntitlementsFeaturesId': Feature
  'PostEntitlementsFeaturesId': Feature
  'GetEntitlementsActiveEntitlements': PageJson29
  'GetEntitlementsActiveEntitlementsId': ActiveEntitlement
  'PostFiles': File
  'GetFiles': PageJson31
  'GetFilesFile': File
  'GetFilesFileContents': null | string
  'PostFileLinks': FileLink
  'GetFileLinks': PageJson30
  'GetFileLinksLink': FileLink
  'PostFileLinksLink': FileLink
  'fileLink': null | string
  'PostIssuingCardholders': Cardholder
  'GetIssuingCardholders': PageJson32
  'GetIssuingCardholdersCardholder': Cardholder
  'PostIssuingCardholdersCardholder': Cardholder
  'PostIssuingCards': IssuedCard
  'GetIssuingCards': PageJson33
  'GetIssuingCardsCard': IssuedCard
  'PostIssuingCardsCard': IssuedCard
  'GetIssuingAuthorizations': PageJson34
  'GetIssuingAuthorizationsAuthorization': IssuingAuthorization
  'PostIssuingAuthorizationsAuthorization': IssuingAuthorization
  'PostIssuingAuthorizationsAuthorizationApprove': IssuingAuthorization
  'PostIssuingAuthorizationsAuthorizationDecline': IssuingAuthorization
  'GetIssuingTransactions': PageJson35
  'GetIssuingTransactionsTransaction': IssuingTransaction
  'PostIssuingTransactionsTransaction': IssuingTransaction
  'PostIssuingDisputes': IssuingDispute
  'GetIssuingDisputes': PageJson36
  'GetIssuingDisputesDispute': IssuingDispute
  'PostIssuingDisputesDispute': IssuingDispute
  'PostIssuingDisputesDisputeSubmit': IssuingDispute
  'PostTestHelpersIssuingAuthorizations': IssuingAuthorization
  'PostTestHelpersIssuingAuthorizationsAuthorizationCapture': IssuingAuthorization
  'PostTestHelpersIssuingAuthorizationsAuthorizationExpire': IssuingAuthorization
  'PostTestHelpersIssuingAuthorizationsAuthorizationIncrement': IssuingAuthorization
  'PostTestHelpersIssuingAuthorizationsAuthorizationReverse': IssuingAuthorization
  'PostTestHelpersIssuingTransactionsCreateForceCapture': IssuingTransaction
  'PostTestHelpersIssuingTransactionsCreateUnlinkedRefund': IssuingTransaction
  'PostTestHelpersIssuingTransactionsTransactionRefund': IssuingTransaction
  'PostTestHelpersIssuingCardsCardShippingDeliver': IssuedCard
  'PostTestHelpersIssuingCardsCardShippingFail': IssuedCard
  'PostTestHelpersIssuingCardsCardShippingReturn': IssuedCard
  'PostTestHelpersIssuingCardsCardShippingShip': IssuedCard
  'PostTestHelpersIssuingCardsCardShippingSubmit': IssuedCard
  'PostTerminalConfigurations': TerminalConfiguration
  'GetTerminalConfigurations': PageJson37
  'GetTerminalConfigurationsConfiguration': TerminalConfiguration
  'PostTerminalConfigurationsConfiguration': TerminalConfiguration
  'DeleteTerminalConfigurationsConfiguration': { id: string; object: string; deleted: boolean }
  'PostTerminalConnectionTokens': { secret: string; location?: string; object: string }
  'PostTerminalLocations': TerminalLocation
  'GetTerminalLocations': PageJson38
  'GetTerminalLocationsLocation': TerminalLocation
  'PostTerminalLocationsLocation': TerminalLocation
  'DeleteTerminalLocationsLocation': { id: string; object: string; deleted: boolean }
  'PostTerminalReaders': Reader
  'GetTerminalReaders': PageJson39
  'GetTerminalReadersReader': Reader
  'PostTerminalReadersReader': Reader
  'DeleteTerminalReadersReader': DeleteTerminalReadersReader
  'PostTerminalReadersReaderProcessPaymentIntent': Reader
  'PostTerminalReadersReaderCollectPaymentMethod': Reader
  'PostTerminalReadersReaderConfirmPaymentIntent': Reader
  'PostTerminalReadersReaderProcessSetupIntent': Reader
  'PostTerminalReadersReaderRefundPayment': Reader
  'PostTerminalReadersReaderSetReaderDisplay': Reader
  'PostTerminalReadersReaderCollectInputs': Reader
  'PostTerminalReadersReaderCancelAction': Reader
  'PostTestHelpersTerminalReadersReaderPresentPaymentMethod': Reader
  'PostTestHelpersTerminalReadersReaderSucceedInputCollection': Reader
  'PostTestHelpersTerminalReadersReaderTimeoutInputCollection': Reader
  'PostTopups': Topup
  'GetTopups': PageJson40
  'GetTopupsTopup': Topup
  'PostTopupsTopup': Topup
  'PostTopupsTopupCancel': Topup
  'PostReportingReportRuns': ReportRun
  'GetReportingReportRuns': PageJson41
  'GetReportingReportRunsReportRun': ReportRun
  'GetReportingReportTypes': PageJson42
  'GetReportingReportTypesReportType': ReportType
  'GetReviews': PageJson43
  'GetReviewsReview': Review
  'PostReviewsReviewApprove': Review
  'PostRadarValueLists': ValueList
  'GetRadarValueLists': PageJson45
  'GetRadarValueListsValueList': ValueList
  'PostRadarValueListsValueList': ValueList
  'DeleteRadarValueListsValueList': { id: string; object: string; deleted: boolean }
  'PostRadarValueListItems': ValueListItem
  'GetRadarValueListItems': PageJson44
  'GetRadarValueListItemsItem': ValueListItem
  'DeleteRadarValueListItemsItem': { id: string; object: string; deleted: boolean }
  'PostApplePayDomains': ApplePayDomain
  'GetApplePayDomains': PageJson46
  'GetApplePayDomainsDomain': ApplePayDomain
  'DeleteApplePayDomainsDomain': { id: string; object: string; deleted: boolean }
  'PostPaymentMethodDomains': PaymentMethodDomain
  'GetPaymentMethodDomains': PageJson47
  'GetPaymentMethodDomainsPaymentMethodDomain': PaymentMethodDomain
  'PostPaymentMethodDomainsPaymentMethodDomain': PaymentMethodDomain
  'PostPaymentMethodDomainsPaymentMethodDomainValidate': PaymentMethodDomain
  'PostPaymentMethodConfigurations': PaymentMethodConfiguration
  'GetPaymentMethodConfigurations': PageJson48
  'GetPaymentMethodConfigurationsConfiguration': PaymentMethodConfiguration
  'PostPaymentMethodConfigurationsConfiguration': PaymentMethodConfiguration
  'PostQuotes': Quote
  'GetQuotes': PageJson49
  'GetQuotesQuote': Quote
  'PostQuotesQuote': Quote
  'PostQuotesQuoteFinalize': Quote
  'PostQuotesQuoteAccept': Quote
  'PostQuotesQuoteCancel': Quote
  'GetQuotesQuoteLineItems': PageJson50
  'GetQuotesQuoteComputedUpfrontLineItems': PageJson50
  'GetQuotesQuotePdf': null | string
  'PostTaxCalculations': TaxCalculation
  'GetTaxCalculationsCalculation': TaxCalculation
  'GetTaxCalculationsCalculationLineItems': PageJson51
  'PostTaxTransactionsCreateFromCalculation': TaxTransaction
  'PostTaxTransactionsCreateReversal': TaxTransaction
  'GetTaxTransactionsTransaction': TaxTransaction
  'GetTaxTransactionsTransactionLineItems': PageJson52
  'PostTaxRegistrations': TaxRegistration
  'GetTaxRegistrations': PageJson53
  'GetTaxRegistrationsId': TaxRegistration
  'PostTaxRegistrationsId': TaxRegistration
  'GetTaxSettings': TaxSettings
  'PostTaxSettings': TaxSettings
  'PostCoupons': Coupon
  'GetCoupons': PageJson54
  'GetCouponsCoupon': Coupon
  'PostCouponsCoupon': Coupon
  'DeleteCouponsCoupon': { id: string; object: string; deleted: boolean }
  'PostCreditNotes': CreditNote
  'GetCreditNotes': PageJson55
  'GetCreditNotesPreview': CreditNote
  'GetCreditNotesPreviewLines': PageJson3
  'GetCreditNotesId': CreditNote
  'PostCreditNotesId': CreditNote
  'PostCreditNotesIdVoid': CreditNote
  'GetCreditNotesCreditNoteLines': PageJson3
  'GetInvoicePayments': PageJson56
  'GetInvoicePaymentsInvoicePayment': InvoicePayment
  'PostInvoiceitems': InvoiceItem
  'GetInvoiceitems': PageJson57
  'GetInvoiceitemsInvoiceitem': InvoiceItem
  'PostInvoiceitemsInvoiceitem': InvoiceItem
  'DeleteInvoiceitemsInvoiceitem': { id: string; object: string; deleted: boolean }
  'PostInvoicesCreatePreview': { object: string; [name: string]: JsonValue | undefined }
  'GetInvoicesUpcoming': { object: string; [name: string]: JsonValue | undefined }
  'GetInvoicesUpcomingLines': PageJson58
  'PostInvoices': Invoice
  'GetInvoices': PageJson59
  'GetInvoicesSearch': GetInvoicesSearch
  'GetInvoicesInvoice': Invoice
  'PostInvoicesInvoice': Invoice
  'DeleteInvoicesInvoice': { id: string; object: string; deleted: boolean }
  'GetInvoicesInvoiceLines': PageJson3
  'PostInvoicesInvoiceAddLines': Invoice
  'PostInvoicesInvoiceRemoveLines': Invoice
  'PostInvoicesInvoiceUpdateLines': Invoice
  'PostInvoicesInvoiceLinesLineItemId': Data
  'PostInvoicesInvoiceFinalize': Invoice
  'PostInvoicesInvoicePay': Invoice
  'PostInvoicesInvoiceSend': Invoice
  'PostInvoicesInvoiceAttachPayment': Invoice
  'PostInvoicesInvoiceVoid': Invoice
  'PostInvoicesInvoiceMarkUncollectible': Invoice
  'PostBillingMeterEventAdjustments': PostBillingMeterEventAdjustments
  'PostBillingMeterEvents': MeterEvent
  'PostBillingMeters': Meter
  'GetBillingMeters': PageJson60
  'GetBillingMetersId': Meter
  'PostBillingMetersId': Meter
  'PostBillingMetersIdDeactivate': Meter
  'PostBillingMetersIdReactivate': Meter
  'GetBillingMetersIdEventSummaries': PageJson61
  'PostPlans': Plan
  'GetPlans': PageJson62
  'GetPlansPlan': Plan
  'PostPlansPlan': Plan
  'DeletePlansPlan': { id: string; object: string; deleted: boolean }
  'PostPrices': Price
  'GetPrices': PageJson63
  'GetPricesSearch': SearchJson
  'GetPricesPrice': Price
  'PostPricesPrice': Price
  'PostProducts': Product
  'GetProducts': PageJson64
  'GetProductsSearch': SearchJson
  'GetProductsId': Product
  'PostProductsId': Product
  'DeleteProductsId': { id: string; object: string; deleted: boolean }
  'PostPromotionCodes': PromotionCode
  'GetPromotionCodes': PageJson65
  'GetPromotionCodesPromotionCode': PromotionCode
  'PostPromotionCodesPromotionCode': PromotionCode
  'PostShippingRates': ShippingRate
  'GetShippingRates': PageJson66
  'GetShippingRatesShippingRateToken': ShippingRate
  'PostShippingRatesShippingRateToken': ShippingRate
  'PostSubscriptionItems': Data
  'GetSubscriptionItems': PageJson3
  'GetSubscriptionItemsItem': Data
  'PostSubscriptionItemsItem': Data
  'DeleteSubscriptionItemsItem': { id: string; object: string; deleted: boolean }
  'PostSubscriptionItemsSubscriptionItemUsageRecords': PostSubscriptionItemsSubscriptionItemUsageRecords
  'GetSubscriptionItemsSubscriptionItemUsageRecordSummaries': PageJson67
  'PostSubscriptionSchedules': Schedule3
  'GetSubscriptionSchedules': PageJson68
  'GetSubscriptionSchedulesSchedule': Schedule3
  'PostSubscriptionSchedulesSchedule': Schedule3
  'PostSubscriptionSchedulesScheduleCancel': Schedule3
  'PostSubscriptionSchedulesScheduleRelease': Schedule3
  'PostSubscriptionsSubscriptionPause': Subscription | Subscription2
  'PostSubscriptionsSubscriptionResume': Subscription | Subscription2
  'PostSubscriptionsSubscriptionMigrate': Subscription | Subscription2
  'PostSubscriptions': Subscription | Subscription2
  'GetSubscriptions': PageJson4
  'GetSubscriptionsSearch': SearchJson
  'GetSubscriptionsSubscriptionExposedId': Subscription | Subscription2
  'PostSubscriptionsSubscriptionExposedId': Subscription | Subscription2
  'DeleteSubscriptionsSubscriptionExposedId': Subscription | Subscription2
  'DeleteSubscriptionsSubscriptionExposedIdDiscount': DeletedDiscount
  'PostTaxIds': TaxId
  'GetTaxIds': PageJson8
  'GetTaxIdsId': TaxId
  'DeleteTaxIdsId': { id: string; object: string; deleted: boolean }
  'PostTaxRates': TaxRate
  'GetTaxRates': PageJson69
  'GetTaxRatesTaxRate': TaxRate
  'PostTaxRatesTaxRate': TaxRate
  'PostPaymentLinks': PaymentLink
  'GetPaymentLinks': PageJson70
  'GetPaymentLinksPaymentLink': PaymentLink
  'PostPaymentLinksPaymentLink': PaymentLink
  'GetPaymentLinksPaymentLinkLineItems': PageJson50
  'payment_pages/get': { id: string; object: string; url: string | null }
  'payment_pages/init': Answer
  'payment_pages/update': Answer
  'payment_pages/confirm': Answer
  'PostCheckoutSessions': CheckoutSession
  'GetCheckoutSessions': PageJson71
  'GetCheckoutSessionsSession': CheckoutSession
  'PostCheckoutSessionsSession': CheckoutSession
  'PostCheckoutSessionsSessionExpire': CheckoutSession
  'GetCheckoutSessionsSessionLineItems': PageJson50
  'PostBillingPortalConfigurations': PortalConfiguration
  'GetBillingPortalConfigurations': PageJson72
  'GetBillingPortalConfigurationsConfiguration': PortalConfiguration
  'PostBillingPortalConfigurationsConfiguration': PortalConfiguration
  'PostBillingPortalSessions': PortalSession
  'GetEvents': PageJson73
  'GetEventsId': EventBody
  'PostWebhookEndpoints': PostWebhookEndpoints
  'GetWebhookEndpoints': PageJson74
  'GetWebhookEndpointsWebhookEndpoint': WebhookEndpoint
  'PostWebhookEndpointsWebhookEndpoint': WebhookEndpoint
  'DeleteWebhookEndpointsWebhookEndpoint': { id: string; object: string; deleted: boolean }
  'PostV2CoreAccounts': AccountV2
  'GetV2CoreAccounts': PageV2Json
  'GetV2CoreAccountsAccount': AccountV2
  'PostV2CoreAccountsAccount': AccountV2
  'PostV2CoreAccountsAccountClose': AccountV2
  'PostV2CoreAccountLinks': PostV2CoreAccountLinks
  'PostV2CoreAccountTokens': DetailToken
  'GetV2CoreAccountTokensToken': DetailToken
  'PostV2CoreAccountsAccountPersons': PersonV2Json
  'GetV2CoreAccountsAccountPersons': PageV2Json
  'GetV2CoreAccountsAccountPersonsPerson': PersonV2Json
  'PostV2CoreAccountsAccountPersonsPerson': PersonV2Json
  'DeleteV2CoreAccountsAccountPersonsPerson': { id: string; object: string }
  'PostV2CoreAccountsAccountPersonTokens': DetailToken
  'GetV2CoreAccountsAccountPersonTokensToken': DetailToken
  'GetV2CoreEvents': PageV2Json
  'GetV2CoreEventsEvent': OwnThinEvent | OwnThinEvent2 | ThinEvent | ThinEvent2 | ThinEvent3 | ThinEvent4
  'PostV2CoreEventDestinations': EventDestination
  'GetV2CoreEventDestinations': PageV2Json
  'GetV2CoreEventDestinationsDestination': EventDestination
  'PostV2CoreEventDestinationsDestination': EventDestination
  'DeleteV2CoreEventDestinationsDestination': { id: string; object: string }
  'PostV2CoreEventDestinationsDestinationDisable': EventDestination
  'PostV2CoreEventDestinationsDestinationEnable': EventDestination
  'PostV2CoreEventDestinationsDestinationPing': OwnThinEvent | OwnThinEvent2
  'PostV2BillingMeterEvents': PostV2BillingMeterEvents
  'PostV2BillingMeterEventAdjustments': PostV2BillingMeterEventAdjustments
  'PostTestHelpersConfirmationTokens': ConfirmationToken2
  'PostTestHelpersTestClocks': TestClock
  'GetTestHelpersTestClocks': PageJson75
  'GetTestHelpersTestClocksTestClock': TestClock
  'DeleteTestHelpersTestClocksTestClock': { id: string; object: string; deleted: boolean }
  'PostTestHelpersTestClocksTestClockAdvance': TestClock
  'PostTestHelpersRefundsRefundExpire': Refund
  'PostTestHelpersCustomersCustomerFundCashBalance': CashBalanceTransaction
  'elements/customer_session': ElementsCustomerSession
  'elements/detach': PaymentMethod
  'authorize': null | string
  'authorize/answer': null | string
  'authorize/code.svg': null | string
  'authorize/code.png': null | string
  '3ds': null | string
  '3ds/answer': null | string
  'checkout/page': null | string
  'checkout/pay': null | string
  'checkout/embedded': null | string
  'checkout/pay-embedded': null | string
  'checkout/recover': null | string
  'invoice/page': string
  'invoice/pay': null | string
  'library': string
  'library/release': string
  'library/frame': string
  'microdeposits': string
  'microdeposits/verify': string
  'payment-link/page': null | string
  'InvoicePdf': null | string
  'CreditNotePdf': null | string
  'portal/customer': string
  'portal/change-customer': null | string
  'portal/delete-tax-id': null | string
  'portal': null | string
  'portal/payment-methods': string
  'portal/add-payment-method': null | string
  'portal/change-payment-method': null | string
  'portal/cancel': null | string
  'portal/renew': null | string
  'portal/pause': null | string
  'portal/resume': null | string
  'portal/update': null | string
  'receipts': string
  'redirect': null | string
  'redirect/answer': null | string
}
