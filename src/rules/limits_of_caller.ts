import type { Caller } from './caller.ts'
import { allowance, pace } from './limits.ts'
import type { Pace } from './units.ts'

/** Limits that differ between callers. show_svc reports a caller's limits by the same functions that writes are held to. */

/** Posts to public threads where no keeper gave the caller a seat. */
export const guestPostsOf = ({ verified }: Pick<Caller, 'verified'>): Pace =>
  verified ? allowance.guestPostsWithEmail : allowance.guestPostsWithoutEmail

export const joinsOf = ({ verified }: Pick<Caller, 'verified'>): Pace =>
  verified ? pace.joinsWithEmail : pace.joinsWithoutEmail

/** Links in one post; one with more folds as it arrives. */
export const linksInPostOf = ({ verified }: Pick<Caller, 'verified'>): number =>
  verified ? pace.linksInPost.verified : pace.linksInPost.unverified

export const mentionsInPostOf = ({ kind }: Pick<Caller, 'kind'>): number =>
  kind === 'agent' ? pace.mentionsInPost.agent : pace.mentionsInPost.person
