import { notFound, type Refusal } from '../errors.ts'
import { lifetimes } from '../limits.ts'
import { spanned } from '../units.ts'

/** One answer for every reason why an invite does not work. */
export const badInvite = (): Refusal =>
  notFound(
    'bad_invite',
    `There is no such invite: it may be used up, revoked or past its ${spanned(lifetimes.invite)}. Ask for a new one, or for a seat: join_hub with hub.`,
  )
