import type { Context } from 'koa'
import { presentAs } from '../../records/present.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import type { GuestInput } from '../../tools/arriving/new_guest.ts'
import { clientAddress, networksOf } from './client_address.ts'

/** What a request says of the guest who sends it. */
export const guestInput = (
  ctx: Context,
  { config }: Pick<ToolParts, 'config'>,
  name: Untrusted | undefined,
): GuestInput =>
  presentAs({ networks: networksOf(clientAddress(ctx.req, config)), browser: ctx.get('User-Agent'), name })
