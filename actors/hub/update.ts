import { advanceHubs, ownerActed } from '../../sql/effects/hub/hubs.ts'
import { forbidden, invalid } from '../../src/rules/errors.ts'
import { timers } from '../../src/rules/limits.ts'
import type { Action } from '../../src/rules/rights.ts'
import { splitBlocks } from '../../src/text/blocks.ts'
import { words } from '../../src/text/untrusted.ts'
import { timeSuggestions } from '../../sql/effects/pad/edits.ts'
import { endGuestSeats } from '../../sql/effects/hub/seats.ts'
import { hubOfPad } from '../../sql/facts/hub/hubs.ts'
import { refuseKeyRequestIn, type Writes } from '../moderation/refuse_key_request.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { mayKeep } from '../seats/place.ts'
import { readableBy, standingIn } from './access.ts'
import { checkPreviewed, onlyPreviews, type Publishing } from './publish_preview.ts'
import { advanced, type Hub, wakeOf } from './state.ts'
import type { Mode } from '../../src/rules/hub_mode.ts'
import type { Audience } from '../../src/rules/hub_audience.ts'
import { iso } from '../../src/rules/units.ts'

/** An empty guide clears it. */
type HubChanges = Partial<Pick<Hub, 'audience' | 'mode' | 'guide' | 'title' | 'front_pad_id' | 'accepts_guests'>>

interface Update extends By, Writes, Publishing {
  readonly changes: HubChanges
}

interface Updated {
  readonly slug: string
  readonly audience: Audience
  readonly mode: Mode
  readonly changed: readonly string[]
  readonly version: number
  /** the hub was public before, so a preview makes no sense */
  readonly was_public: boolean
}

/** Changes settings of a hub, each with a right of its own. */
export const update = message({
  needs: (hub: Hub, { by, changes }: Update) => ({
    standing: standingIn(hub, by),
    padHub: hubOfPad.of(changes.front_pad_id ?? hub.front_pad_id),
  }),
  decide: (hub, args, { standing, padHub }, { now, public_on }): Outcome<Hub, Updated> => {
    const { by, changes } = args
    const access = readableBy(hub, by, standing, public_on)
    for (const action of actionsFor(changes)) mayKeep(action, access)
    refuseKeyRequestIn(args, access.asked, () => (hub.guide === undefined ? [] : splitBlocks(words(hub.guide))))
    if (changes.front_pad_id !== undefined && padHub !== hub.id) {
      throw invalid('target', 'front_pad_id must name a pad of this hub.')
    }
    const differing = Object.entries(changes).filter(([field, value]) => !same(hub[field as keyof Hub], value))
    if (onlyPreviews(hub, args)) return { reply: replyOf(hub, hub, []) }
    checkPreviewed(hub, changes.audience, args)
    if (changes.accepts_guests === true && !hub.accepts_guests && (changes.audience ?? hub.audience) === 'private') {
      throw forbidden(
        'guests_off',
        'Only a public hub takes guests. Publish it first: update_hub with audience public.',
      )
    }
    if (differing.length === 0) return { reply: replyOf(hub, hub, []) }

    const next = advanced(hub, applied(Object.fromEntries(differing), by.id, now), now)
    return {
      state: next,
      reply: replyOf(
        hub,
        next,
        differing.map(([field]) => field),
      ),
      effects: [
        advanceHubs(next),
        ...(next.audience === 'private' && hub.audience === 'public' ? [endGuestSeats({ hub_id: hub.id })] : []),
        ...(next.mode === 'checked' && hub.mode === 'open'
          ? [timeSuggestions({ hub_id: hub.id, goes_in_at: new Date(now + timers.uncheckedMerge.after).toISOString() })]
          : []),
        ...ownerActed(access.standing.hub_seat, hub.id, now),
      ],
      wake: wakeOf(next),
    }
  },
})

const replyOf = (before: Hub, { slug, audience, mode, version }: Hub, changed: readonly string[]): Updated => ({
  slug,
  audience,
  mode,
  changed,
  version,
  was_public: before.audience === 'public',
})

/** The right that each setting takes, by its name in `src/rules/rights.ts`: the guide is an owner's or helper's to write. */
function actionsFor(changes: HubChanges): Action[] {
  const actions: Action[] = []
  if (changes.audience !== undefined) actions.push(changes.audience === 'public' ? 'publish' : 'make_private')
  if (changes.mode !== undefined) actions.push('set_mode')
  if (changes.accepts_guests !== undefined) actions.push('set_guests')
  if (changes.guide !== undefined) actions.push('set_guide')
  if (changes.title !== undefined) actions.push('set_title')
  if (changes.front_pad_id !== undefined) actions.push('set_front_pad')
  return actions
}

const same = (now: unknown, wanted: unknown): boolean => now === wanted || (now === undefined && wanted === '')

function applied(changes: HubChanges, guide_by: string, now: number): Partial<Hub> {
  if (changes.guide === undefined) return changes as Partial<Hub>
  const { guide, ...others } = changes
  const guide_updated_at = iso(now)
  // advanceHubs writes the whole row, so an absent guide is cleared
  return words(guide) === ''
    ? ({ ...others, guide: undefined, guide_updated_at, guide_by } as unknown as Partial<Hub>)
    : { ...others, guide, guide_updated_at, guide_by }
}
