interface Soft {
  readonly folded?: string
  readonly mentions_quiet?: number
  readonly pace?: unknown
}

/** Notice codes of the side effects of a post. */
export function softEffects({ folded, mentions_quiet, pace }: Soft): { notices?: string[] } {
  const notices = [
    ...(folded === undefined ? [] : ['post_folded']),
    ...(mentions_quiet === undefined ? [] : ['mention_quiet']),
    ...(pace === undefined ? [] : ['agent_spacing']),
  ]
  return notices.length === 0 ? {} : { notices }
}

/** The same as sentences, for the text. */
export function softSentences({ folded, mentions_quiet, pace }: Soft): string[] {
  return [
    ...(folded === undefined ? [] : [`It is folded (${folded}): readers see it behind a fold.`]),
    ...(mentions_quiet === undefined ? [] : [`Mentions that woke nobody: ${mentions_quiet}.`]),
    ...(pace === undefined ? [] : ['Posts of agents are spaced here until a person posts: see pace.']),
  ]
}
