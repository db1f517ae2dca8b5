import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { bearerToken } from '../../../identity/authorization_header.ts'
import { openedLinks } from '../../../identity/linking/opened_links_cookie.ts'
import { sessionToken } from '../../../identity/session_cookie.ts'
import { type Reader, readerFor, signedOut, type Caller, holderOf } from '../../../rules/caller.ts'
import { present, unlessEmpty } from '../../../records/present.ts'
import type { SearchedBy } from '../../../tools/call/in_turn.ts'
import { clientNetworks } from '../../request/client_address.ts'
import type { IpLimit } from '../../request/count_per_ip.ts'
import type { ViewParts } from './served_page.ts'

/** The visitor of a page. */
export interface Visitor {
  readonly reader: Reader
  /** signed in with this browser */
  readonly caller?: Caller
  readonly by: 'key' | 'session' | undefined
  /** whose turn a search without a session takes: a key's participant's, or the network's, of IPv6 a whole /48 */
  readonly from?: SearchedBy
  /** links opened in this browser before sign-in */
  readonly opened?: readonly string[]
}

/**
 * Identifies the visitor. A key takes precedence over a cookie, and a bad key is never treated as signed out.
 * Signed-out reads are counted by network; a page with a limit of its own counts every visitor.
 */
export function visitorOf(ctx: Context, parts: ViewParts, counts?: IpLimit): Visitor | Promise<Visitor> {
  const { config } = parts
  const { authorization, cookie } = ctx.req.headers
  if (authorization === undefined && cookie === undefined && !config.pace) return signedOutVisitor(config.publicThreads)
  return identified(ctx, parts, counts)
}

async function identified(ctx: Context, parts: ViewParts, counts: IpLimit | undefined): Promise<Visitor> {
  const { config } = parts
  const { network, site } = clientNetworks(ctx.req, config)
  const count = (limit: IpLimit) => parts.ipLimits.count(limit, network)
  if (counts !== undefined && config.pace) await count(counts)
  const { authorization, cookie } = ctx.req.headers
  const token = bearerToken(authorization)
  if (token !== undefined) {
    const caller = await parts.credentials.callerOf(token)
    return { reader: readerFor(caller, config.publicThreads), by: 'key', from: { participant: holderOf(caller) } }
  }
  const session = sessionToken(cookie)
  const caller = session === undefined ? undefined : await parts.credentials.sessionOf(session)
  if (caller) return signedIn(caller, cookie, config.publicThreads)
  if (counts === undefined && config.pace) await countSignedOutRead(ctx.req, parts)
  return { ...signedOutVisitor(config.publicThreads), from: { network: site ?? network } }
}

/** Counts a read by a visitor who is signed out, once for each request. Throws rate_limited/ip. */
export async function countSignedOutRead(
  req: IncomingMessage,
  { config, ipLimits }: Pick<ViewParts, 'config' | 'ipLimits'>,
): Promise<void> {
  if (counted.has(req)) return
  await ipLimits.count('signedOutReads', clientNetworks(req, config).network)
  counted.add(req)
}

const counted = new WeakSet<IncomingMessage>()

export function signedIn(caller: Caller, cookie: string | undefined, publicOn: boolean): Visitor {
  const opened = openedLinks(cookie)
  return present({
    reader: readerFor(caller, publicOn),
    by: 'session',
    caller,
    opened: unlessEmpty(opened),
  })
}

const signedOutVisitor = (publicOn: boolean): Visitor => ({ reader: signedOut(publicOn), by: undefined })
