import type { Audience } from '../hub_audience.ts'

/** A public hub, with its threads and pads, is read by everybody; while public access is off it is as a private one. */
export const isPublic = (audience: Audience, publicOn: boolean): boolean => publicOn && audience === 'public'

export const effectiveAudience = (audience: Audience, publicOn: boolean): Audience =>
  isPublic(audience, publicOn) ? 'public' : 'private'
