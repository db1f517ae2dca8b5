import type { Untrusted } from '../../text/untrusted.ts'
import type { Fragment } from '../body.ts'
import { type Html, markup } from '../html.ts'

/** A hub and its Read me first, which was written at `guide_updated`. */
interface Guided {
  readonly id: string
  readonly guide_updated?: Date
  readonly guide_reach?: boolean
}

export const guideHtml = (
  { id, guide_updated, guide_reach }: Guided,
  guide: Untrusted,
  { origin }: { readonly origin: string },
  fragment: Fragment,
): Html =>
  markup(
    fragment({
      key: `${id}:guide:${guide_updated?.getTime() ?? ''}`,
      text: guide,
      as: 'html',
      labels: guide_reach !== true,
      origin,
      under: 2,
    }),
  )
