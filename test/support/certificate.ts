import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A self-signed certificate of 127.0.0.1 and localhost, in files that are deleted when it is disposed. */
export interface Certificate extends AsyncDisposable {
  keyFile: string
  certFile: string
  key: Buffer
  cert: string
}

export async function newCertificate(): Promise<Certificate> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'gateway-certificate-'))
  const [keyFile, certFile] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile, '-days', '2']
  const subject = ['-subj', '/CN=mail.example.org', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  const [key, cert] = [readFileSync(keyFile), readFileSync(certFile, 'utf8')]
  return { keyFile, certFile, key, cert, [Symbol.asyncDispose]: () => folder.remove() }
}

/** A new certificate that this process trusts until it is disposed. */
export async function trustedCertificate(): Promise<Certificate> {
  const certificate = await newCertificate()
  const defaults = getCACertificates('default')
  setDefaultCACertificates([...defaults, certificate.cert])
  return {
    ...certificate,
    [Symbol.asyncDispose]() {
      setDefaultCACertificates(defaults)
      return certificate[Symbol.asyncDispose]()
    },
  }
}
