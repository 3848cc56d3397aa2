// Made with openssl and xmlsec1, for a provider that does not exist; its private key was thrown away.

/** The metadata document of an identity provider. */
export const SAML_METADATA = `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/saml" validUntil="2030-01-02T03:04:05Z">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>MIIDDzCCAfegAwIBAgIUZKxKPXXWfWwuASDVvV1ktyjqmfAwDQYJKoZIhvcNAQELBQAwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcNMjYxMTI4MDIzMDM5WhgPMjEyNjExMDQwMjMwMzlaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlXmzUj8SW16cjme4d2Kfe7ZHh8DtqzXqCqIBQtyDevAXjH4hAl4W7yU7oKD9et7+KoDBbTzJdGrOAZQTSlW3qnYPnT5QmyhFKlR0xtOWL/XWMQ9b5rmG8AsO0FFB0XtnFfSw6DmRaSV3QSI5tLxwDNkP4TwQluTnCi/pWMkTjP8KSZaY86SsjuPvtpcA0foi/KEijxYsRAJ9yf7BtwwwtP7t3fnHf09wdgBXwyyqCdFhaQrJfMXvTVDxuci8VLCpWQML3m5FQkLWlhfYUnR/RYsAdtgISlovXJkqUtOBGxhxrb+tZjpFcYat+zt9bAesXCSwHj5Oxx3ZSn09K2CCGwIDAQABo1MwUTAdBgNVHQ4EFgQUQlR+dmkzRfcIWQh4Yn/rx5BCFCQwHwYDVR0jBBgwFoAUQlR+dmkzRfcIWQh4Yn/rx5BCFCQwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAOPynroNr3rH0aT+UYNP3alkkVpiPXl4b9l8B6edAvp1hhI1wxzfpcBTYzrGvY6X7alHGzJt6L6Uk3Lj0+WSMPUtH0zYZARfCEC7CPSQ3tTHyBgUuhmjHhNzD6jM8ff4EgOsDQ6kWOwjweC6CPJHp5HsiRQqzbRylHItTX315Jl9MKcFTDcKHrtvH+KlGz80VACyOyPTY4II5viceTj3dYUGKOD/Gpg4QUvwfrIPAveZCGqsI8/yR5rhCfLXya15yhkAIa3TGOLxQHefB4ic84fosUiFYOo67CGAkqqTizl/2S+6K5IP7h4Do0pnC7X9eC1ce7XDnjyGmeadXA1vong==</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`

/**
 * A response of the provider for `arn:aws:iam::123456789012:role/web` and the provider `example`, signed by xmlsec1.
 * Its times are the five minutes around 2026-01-01T00:00:00Z.
 */
export const SAML_RESPONSE = `<?xml version="1.0"?>
<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:xs="http://www.w3.org/2001/XMLSchema" ID="_r1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z" Destination="https://signin.aws.amazon.com/saml">
  <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example/saml</saml:Issuer>
  <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
  <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">
    <saml:Issuer>https://idp.example/saml</saml:Issuer>
    <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
      <ds:SignedInfo>
        <ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
        <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
        <ds:Reference URI="#_a1">
          <ds:Transforms>
            <ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
            <ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"><ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/></ds:Transform>
          </ds:Transforms>
          <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
          <ds:DigestValue>oayId1YEBut6Vo6EOTTIW3RA4AyIy2dHvDtgIayLNkA=</ds:DigestValue>
        </ds:Reference>
      </ds:SignedInfo>
      <ds:SignatureValue>aTlG3VWx/5RLnL07spDIer7PlBMEcb+eJVs/1oj1rwhuqN8g+zPTccNB1GrJXlWS
wQ0lI3BqjjBa1RTfYD25q2MLTR+McIIszLVCJ4pUoY/6rsO4eyDllRa6377iq9z6
F+PFbgjWTGlw3BSJbvyd1GkgEfvWPq4gOGcNtt51ubHYXLmzLFzxiCo6usGVD+xu
VWNV2sdJonNhyxSNVl1MwtNZ/tFhjfJyBJ4vbkUjsPHeUVEu2m9EKOXK7iPjWgJR
17fLtVmROPtFDFQG1MI++u2ikVEOQyJV5xDdZTVEDxmg56jMR9koVJI8CulTvX4t
CEelSXhCRgewAy71mJKdFg==</ds:SignatureValue>
    </ds:Signature>
    <saml:Subject>
      <saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">ada &amp; "co" &lt;&#xE9;&gt;</saml:NameID>
      <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
        <saml:SubjectConfirmationData Recipient="https://signin.aws.amazon.com/saml" NotOnOrAfter="2026-01-01T00:05:00Z"/>
      </saml:SubjectConfirmation>
    </saml:Subject>
    <saml:Conditions NotOnOrAfter="2026-01-01T00:05:00Z" NotBefore="2025-12-31T23:55:00Z">
      <saml:AudienceRestriction><saml:Audience>https://signin.aws.amazon.com/saml</saml:Audience></saml:AudienceRestriction>
    </saml:Conditions>
    <saml:AttributeStatement>
      <saml:Attribute Name="https://aws.amazon.com/SAML/Attributes/Role">
        <saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">arn:aws:iam::123456789012:role/web,arn:aws:iam::123456789012:saml-provider/example</saml:AttributeValue>
      </saml:Attribute>
      <saml:Attribute Name="https://aws.amazon.com/SAML/Attributes/RoleSessionName"><saml:AttributeValue>ada@example.com</saml:AttributeValue></saml:Attribute>
      <saml:Attribute Name="https://aws.amazon.com/SAML/Attributes/PrincipalTag:team"><saml:AttributeValue>blue</saml:AttributeValue></saml:Attribute>
      <saml:Attribute Name="https://aws.amazon.com/SAML/Attributes/SessionDuration"><saml:AttributeValue>1800</saml:AttributeValue></saml:Attribute>
    </saml:AttributeStatement>
    <saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
  </saml:Assertion>
</samlp:Response>
`
