import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A pooler as far as a client meets it when it connects: it keeps the settings that are asked for, or refuses them. */
export async function openPooler(
  path: string,
  settings: 'are kept' | 'are refused',
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((near) => {
    const far = connect(path)
    for (const end of [near, far]) end.on('error', () => undefined)
    near.once('data', (first: Buffer) => {
      const [user, database, ...others] = asked(first)
      if (settings === 'are refused' && others.length > 0)
        near.end(refusal(`unsupported startup parameter: ${others[0]?.[0]}`))
      else {
        far.write(startup([user, database] as [string, string][]))
        near.pipe(far).pipe(near)
      }
    })
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** The names and values of a startup message, first the user and the database. */
function asked(message: Buffer): [string, string][] {
  const words = message
    .subarray(8, message.readInt32BE(0) - 2)
    .toString()
    .split('\0')
  const pairs = Array.from({ length: words.length / 2 }, (_, n) => [words[2 * n], words[2 * n + 1]] as [string, string])
  const first = ['user', 'database'].map((name) => pairs.find(([one]) => one === name) as [string, string])
  return [...first, ...pairs.filter((pair) => !first.includes(pair) && pair[0] !== 'client_encoding')]
}

function startup(pairs: readonly (readonly [string, string])[]): Buffer {
  const words = Buffer.from(`${pairs.flat().join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(words.length + 8, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, words])
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0', 'latin1')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
