import { keepClient } from '../../../sql/outside_actors/records/oauth_client.ts'
import type { Sql } from '../../../sql/client.ts'
import { registeredClient } from '../../../sql/reads/account/oauth.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { present, presentAs } from '../../records/present.ts'
import { OAuthRefusal } from '../../rules/oauth_errors.ts'
import { mint } from '../../rules/ids.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import type { ReadMetadata } from './client_metadata.ts'
import { hostLabel, placeOf } from './host_label.ts'

interface ClientParts {
  readonly config: Pick<Config, 'verifiedClients' | 'cimd'>
  readonly sql: Sql
  readonly clientMetadata: ReadMetadata
}

/** An OAuth client that asks to work for a person. */
export interface Client {
  readonly client_id: string
  readonly redirect_uris: readonly string[]
  /** its own name: unverified */
  readonly name?: Untrusted
  /** the verified host, if it is one */
  readonly host?: string
  /** its home, derived from its addresses and so not forgeable */
  readonly place: string
}

/** A client is identified by the URL of its metadata document, or by the id it got at registration. */
export const isAddress = (client_id: string): boolean => /^https?:/i.test(client_id)

/** Throws invalid_client. */
export async function clientOf(parts: ClientParts, client_id: string): Promise<Client> {
  if (isAddress(client_id) && !parts.config.cimd)
    throw new OAuthRefusal(
      'invalid_client',
      'This server fetches no metadata documents. Register instead: POST /oauth/register.',
    )
  const said = isAddress(client_id)
    ? await parts.clientMetadata(client_id)
    : await registeredClient(parts.sql, client_id)
  if (!said) throw new OAuthRefusal('invalid_client', 'There is no such client. Register first: POST /oauth/register.')
  const known = present({ client_id, redirect_uris: isAddress(client_id) ? undefined : said.redirect_uris })
  const host = hostLabel(known, parts.config.verifiedClients)
  return presentAs({ client_id, ...said, place: placeOf(known), host })
}

interface Registering {
  readonly redirect_uris: readonly string[]
  /** one line; may be empty */
  readonly name: string
}

export async function registerClient(
  { sql, clock }: Pick<ClientParts, 'sql'> & { readonly clock: Clock },
  { redirect_uris, name }: Registering,
): Promise<string> {
  const now = clock.now()
  const id = mint('client', now)
  await keepClient(sql, presentAs({ id, redirect_uris, now, name: name !== '' ? untrusted(name) : undefined }))
  return id
}
