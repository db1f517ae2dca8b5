import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { get, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { presentAs } from '../../records/present.ts'
import type { ShortLived } from '../../redis/short_lived.ts'
import { OAuthRefusal } from '../../rules/oauth_errors.ts'
import { lifetimes, oauth, sizes } from '../../rules/limits.ts'
import { firstCharacters } from '../../text/characters.ts'
import { untrusted } from '../../text/untrusted.ts'
import { hashOf } from '../secrets.ts'
import { redirectsIn } from './redirects.ts'
import type { RegisteredClient } from '../../../sql/reads/account/oauth.ts'

interface Parts {
  readonly shortLived: ShortLived
  /** for tests: replaces the network */
  readonly outside?: RequestOptions
  /** for tests: replaces those of the system */
  readonly nameServers?: readonly string[]
}

/**
 * Returns the metadata document at the URL that is a client's id (OAuth Client ID Metadata Documents). Fetched at most
 * every ten minutes. Throws invalid_client when there is no usable document.
 */
export type ReadMetadata = (client_id: string) => Promise<RegisteredClient>

export function openClientMetadata({ shortLived, outside = {}, nameServers }: Parts): ReadMetadata {
  const network: RequestOptions = { lookup: onlyPublic(nameServers), ...outside }
  const records = shortLived.of('client_metadata')
  const answers = new LRUCache<string, Promise<RegisteredClient>>({ max: 1_000, ttl: oauth.metadataFailure })

  return async (client_id) => {
    if (!isMetadataAddress(client_id)) {
      throw bad('as an address it has to be https, with a path, without fragment, user or dots in the path')
    }
    const kept = await records.get(hashOf(client_id))
    return kept === undefined ? fetchOnce(client_id) : read(kept.document, client_id)
  }

  /** Concurrent calls share one request; a failure is cached for a while. */
  function fetchOnce(client_id: string): Promise<RegisteredClient> {
    const known = answers.get(client_id)
    if (known) return known
    const answer = fetched(client_id)
    answers.set(client_id, answer)
    // usable documents are cached in Redis, for all instances
    void answer.then(
      () => answers.delete(client_id),
      () => undefined,
    )
    return answer
  }

  async function fetched(client_id: string): Promise<RegisteredClient> {
    const document = await fetchDocument(client_id, network)
    const metadata = read(document, client_id)
    await records.put(hashOf(client_id), { document }, lifetimes.clientMetadata)
    return metadata
  }
}

const bad = (why: string): OAuthRefusal => new OAuthRefusal('invalid_client', `This client_id cannot be used: ${why}.`)

export function isMetadataAddress(client_id: string): boolean {
  if (client_id.length > oauth.address || !URL.canParse(client_id)) return false
  const { protocol, username, password, pathname, href } = new URL(client_id)
  const plain = !client_id.includes('#') && username === '' && password === ''
  // a URL that changes when normalised would name the same client twice
  return protocol === 'https:' && plain && pathname !== '/' && href === client_id
}

function read(document: string, client_id: string): RegisteredClient {
  let said: Readonly<Record<string, unknown>>
  try {
    said = JSON.parse(document) as Record<string, unknown>
  } catch {
    throw bad('what it serves is not JSON')
  }
  if (said?.['client_id'] !== client_id) throw bad('the document there names another client_id')
  const { client_name } = said
  const redirect_uris = redirectsIn(said['redirect_uris'])
  if (redirect_uris === 'count') {
    const { least, most } = oauth.redirectUris
    throw bad(`the document there needs ${least} to ${most} redirect_uris`)
  }
  if (typeof redirect_uris === 'number') {
    throw bad('a redirect_uri of the document is neither https, loopback http nor the scheme of an app')
  }
  const name = typeof client_name === 'string' && client_name.trim() !== '' ? client_name : undefined
  return presentAs({
    redirect_uris,
    name: name === undefined ? undefined : untrusted(firstCharacters(name, sizes.name)),
  })
}

/**
 * Fetches the document from a public address. The resolved address is checked when the connection is made, so DNS
 * cannot change in between. Follows no redirect.
 */
function fetchDocument(address: string, network: RequestOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname } = new URL(address)
    const bare = hostname.replace(/^\[(.*)\]$/, '$1')
    // a literal IP address is connected to without a look-up
    if (isIP(bare) !== 0 && !isPublic(bare)) return reject(bad('its address is not public'))
    const options: RequestOptions = {
      agent: false,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(oauth.metadata.timeout),
      ...network,
    }
    const request = get(address, options, (response) => {
      if (response.statusCode !== 200) {
        request.destroy()
        return reject(bad(`its address answered ${response.statusCode ?? 'nothing'}, not 200`))
      }
      const chunks: Buffer[] = []
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received <= oauth.metadata.bytes) return void chunks.push(chunk)
        request.destroy()
        reject(bad(`its document is larger than ${oauth.metadata.bytes} bytes`))
      })
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      response.on('error', () => reject(unreachable()))
    })
    request.on('error', (error) => reject(error instanceof OAuthRefusal ? error : unreachable()))
  })
}

const unreachable = (): OAuthRefusal => bad('its address cannot be reached')

/** Every address of the name must be public, because the choice among them is not made here. */
const onlyPublic =
  (nameServers: readonly string[] | undefined): LookupFunction =>
  (hostname, options, done) => {
    void addressesOf(hostname, nameServers).then((found) => {
      const [first] = found
      if (!first) return done(unreachable(), '')
      if (!found.every(({ address }) => isPublic(address))) return done(bad('its address is not public'), '')
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

/**
 * Asks the name servers itself. The system's look-up holds one of the two threads that a process has for names until it
 * gives up, and a stranger's name server that never answers would keep them from whatever connects to a store.
 */
async function addressesOf(hostname: string, nameServers: readonly string[] | undefined): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: oauth.metadata.perNameServer, tries: 1 })
  if (nameServers) resolver.setServers(nameServers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
  return [...found(four, 4), ...found(six, 6)]
}

/** An IPv4-mapped IPv6 address is treated as the IPv4 address. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // ::/96 is the deprecated IPv4-compatible range, which is not routed
  return !(parsed instanceof ipaddr.IPv6) || parsed.parts.slice(0, 6).some((part) => part !== 0)
}
