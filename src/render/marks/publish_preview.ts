import type { ActsAsked } from '../page_arguments.ts'

/** What becomes public with a hub, in the fields of update_hub's answer. */
interface PublishPreview {
  readonly threads: number
  readonly posts: number
  readonly pads: number
  readonly people: number
  readonly flagged_secrets: number
  readonly becomes_indexable: boolean
  readonly publish_token: string
}

/** Publishing takes two steps: this preview, once it was asked for, then the confirmation. */
export const publishPreview = ({ answered }: ActsAsked): PublishPreview | undefined =>
  answered?.act === 'ui_set_visibility' ? (answered.data['preview'] as PublishPreview | undefined) : undefined
