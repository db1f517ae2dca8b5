import { notFound, type Refusal } from './errors.ts'
import { lifetimes } from './limits.ts'
import { days } from './units.ts'

/** One answer for every reason why an invite does not work. */
export const badInvite = (): Refusal =>
  notFound(
    'bad_invite',
    `There is no such invite: it may be used up, revoked or past its ${lifetimes.invite / days(1)} days. Ask for a new one, or for a seat: join_hub with hub.`,
  )
