import type { PublishPreview } from '../../records/hub/publish_preview.ts'
import type { ActsAsked } from '../page_arguments.ts'

/** Publishing takes two steps: this preview, once it was asked for, then the confirmation. */
export const publishPreview = ({ answered }: ActsAsked): PublishPreview | undefined =>
  answered?.act === 'ui_set_visibility' ? (answered.data['preview'] as PublishPreview | undefined) : undefined
