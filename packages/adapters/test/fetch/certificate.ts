/** A certificate of its own authority for `docs.test`, and its key: made for these tests, good for nothing else. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUIGLlE/PuOYXasy1t/rbsTzpC/3wwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJZG9jcy50ZXN0MCAXDTI2MTEyMDEyMjkwM1oYDzIxMjYxMDI3
MTIyOTAzWjAUMRIwEAYDVQQDDAlkb2NzLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATmKJwIkDXEf9/k4Bp+ETr6WpUVqbfE+rkqr/+Vt4CDleDf/mysT/UT
QEKQham11VU+gXpdXx9FGra9yj3V5tw3o2kwZzAdBgNVHQ4EFgQUi3DvmHJH6Ode
zTo59lYjIQiSr2YwHwYDVR0jBBgwFoAUi3DvmHJH6OdezTo59lYjIQiSr2YwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglkb2NzLnRlc3QwCgYIKoZIzj0EAwID
SQAwRgIhAPp7f5q6+8cMpIExf1bfw5N1hnOy42asdlRxApE4bwG4AiEA5JIPMjmX
9vezoBAI10Q4fDnMzjI4zaOkLJ5zEXvcb9A=
-----END CERTIFICATE-----
`

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIEGHZ2fV4GeJ9eTR
bMJswKwZO4s6yawHc9/a/gtH8yuhRANCAATmKJwIkDXEf9/k4Bp+ETr6WpUVqbfE
+rkqr/+Vt4CDleDf/mysT/UTQEKQham11VU+gXpdXx9FGra9yj3V5tw3
-----END PRIVATE KEY-----
`
