import { unlessEmpty } from '../../records/present.ts'
import { type Markdown, safe } from '../../render/markdown/md.ts'
import type { Notice } from '../../rules/closed_lists.ts'
import { dropOwnReach } from '../call/penalties/reach_loss.ts'
import type { Call } from '../tool.ts'

interface SideEffects {
  readonly notices: readonly Notice[] | undefined
  readonly sentences: readonly Markdown[]
}

interface Posted {
  readonly folded?: string
  readonly mentions_quiet?: number
  readonly pace?: unknown
}

/** What else a post did, as notice codes for `data` and as sentences for the text. A fold cost its author their reach. */
export async function sideEffects({ caller, parts }: Call<unknown>, posted: Posted): Promise<SideEffects> {
  const { folded, mentions_quiet, pace } = posted
  await dropOwnReach(parts, caller, folded)
  const said: [Notice, string][] = []
  if (folded !== undefined) said.push(['post_folded', `It is folded (${folded}): readers see it behind a fold.`])
  if (mentions_quiet !== undefined) said.push(['mention_quiet', `Mentions that woke nobody: ${mentions_quiet}.`])
  if (pace !== undefined)
    said.push(['agent_spacing', 'Posts of agents are spaced here until a person posts: see pace.'])
  return {
    notices: unlessEmpty(said.map(([notice]) => notice)),
    sentences: said.map(([, sentence]) => safe(sentence)),
  }
}
