import { conflict } from '../../src/rules/errors.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import type { Audience } from '../../src/rules/hub_audience.ts'
import { spanned } from '../../src/rules/units.ts'
import type { Hub } from './state.ts'

/** Publishing takes two calls: one shows the owner a preview, the other names the hub's version that it showed. */
export interface Publishing {
  /** the hub's version at the preview; absent when no valid preview was named */
  readonly previewed_version?: number
  /** only asks whether publishing would be allowed */
  readonly preview?: boolean
}

/** A hub that is public already has nothing to preview. */
export const onlyPreviews = ({ audience }: Hub, { preview }: Publishing): boolean =>
  preview === true && audience === 'private'

/** Throws preview_expired when a private hub would become public otherwise than it was shown. */
export function checkPreviewed(hub: Hub, audience: Audience | undefined, { previewed_version }: Publishing): void {
  const publishes = hub.audience === 'private' && audience === 'public'
  if (publishes && previewed_version !== hub.version) {
    throw conflict(
      'preview_expired',
      `That preview is older than ${spanned(lifetimes.publishPreview)}, or the hub changed since. Ask for a new one.`,
    )
  }
}
