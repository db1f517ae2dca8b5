import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

/** TLS in front of a server that listens on a socket's path, as hosting providers have it. */
export interface TlsInFront {
  /** host:port; the certificate names this host */
  readonly address: string
  /** connections that were encrypted so far */
  readonly encrypted: () => number
  /** what is open ends, and nobody listens until `open` */
  shut(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

export interface Speaking {
  /** PostgreSQL's clients ask for encryption first, and others begin with it */
  readonly asked: boolean
  /** comes together with the answer, unencrypted, as from somebody in between */
  readonly slippedIn?: string
}

export async function openTlsInFront(path: string, { asked, slippedIn = '' }: Speaking): Promise<TlsInFront> {
  const open = new Set<Socket>()
  let encrypted = 0
  let server: Server
  let port = 0

  function carry(near: Socket): void {
    const secure = new TLSSocket(near, { isServer: true, secureContext: createSecureContext(certificate) })
    const far = connect(path)
    for (const end of [secure, far]) {
      end.on('error', () => undefined)
      end.once('close', () => [secure, far].forEach((other) => other.destroy()))
    }
    secure.once('secure', () => encrypted++)
    secure.pipe(far).pipe(secure)
  }

  async function listen(): Promise<void> {
    server = createServer((near) => {
      open.add(near)
      near.on('error', () => undefined)
      near.once('close', () => open.delete(near))
      const answer = (first: Buffer): void => {
        // what is not encrypted is refused
        if (!first.equals(request)) return void near.destroy()
        near.write(`S${slippedIn}`)
        carry(near)
      }
      if (asked) near.once('data', answer)
      else carry(near)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function shut(): Promise<void> {
    if (!server.listening) return
    server.close()
    for (const end of open) end.destroy()
    await once(server, 'close')
  }

  await listen()
  return { address: `localhost:${port}`, encrypted: () => encrypted, shut, open: listen, close: shut }
}

const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Of `localhost`, signed by itself, until 2126. It guards nothing. */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg86Nf2J1PWGGSNytL
pEf3NLxKSDfp5bP9RgSnJ/xJ/+mhRANCAAQT9Iz332Ef062AV1T+oszlMcoMIIkO
PyHI3TJOl+VL7g4iymTshNMCxG95oyIG7tjHAPhEsUzVIKvCnc9cCDh9
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBXjCCAQSgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBP0jPffYR/TrYBX
VP6izOUxygwgiQ4/IcjdMk6X5UvuDiLKZOyE0wLEb3mjIgbu2McA+ESxTNUgq8Kd
z1wIOH2jRTBDMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAMBgNVHRMEBTADAQH/MB0G
A1UdDgQWBBRvvjgEwEL0bzWF9B6yfczyqPQJATAKBggqhkjOPQQDAgNIADBFAiEA
+zNcyJRUe6PSj/rruabMJQoQLuBSJ/V3/t3Jfa21/aUCIF+jNRI+ubRnQgEm/pRW
BWN7AiQsPOBW+RkOyvoeATo/
-----END CERTIFICATE-----`,
}
