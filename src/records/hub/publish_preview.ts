/** What becomes visible when a hub is made public, counted. */
export interface PublishCounts {
  readonly threads: number
  readonly pads: number
  readonly posts: number
  readonly people: number
  /** places that look like secrets */
  readonly flagged_secrets: number
}

/** The same as the answer of update_hub has it. */
export interface PublishPreview extends PublishCounts {
  readonly becomes_indexable: boolean
  readonly publish_token: string
}
