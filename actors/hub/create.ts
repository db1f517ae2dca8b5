import { principal } from '../../src/rules/one_human.ts'
import { busy, conflict } from '../../src/rules/errors.ts'
import { retrySeconds } from '../../src/rules/limits.ts'
import { slugWithSuffix } from '../../src/text/names/slugs.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { personStands } from '../../sql/effects/account/person_stands.ts'
import { insertHubs } from '../../sql/effects/hub/hubs.ts'
import { insertSeats } from '../../sql/effects/hub/seats.ts'
import { linkables } from '../../sql/facts/account/linking.ts'
import { slugsTaken } from '../../sql/facts/hub/hubs.ts'
import { credentialOf, refuseLateCall } from '../late_call.ts'
import { refuseKeyRequestIn, type Writes } from '../moderation/refuse_key_request.ts'
import { firstVersion } from '../pad/first_version.ts'
import { type By, message } from '../runtime/actor.ts'
import type { Hub } from './state.ts'
import { audienceAtFirst } from '../../src/rules/hub_audience.ts'
import type { Mode } from '../../src/rules/hub_mode.ts'

interface Create extends By, Writes {
  readonly hub_id: string
  /** as asked for, or made from the title */
  readonly slug: string
  /** the caller asked for this slug: if it is taken, that is refused and no -2 added */
  readonly wanted: boolean
  readonly title: Untrusted
  readonly guide?: Untrusted
  readonly mode: Mode
  readonly front_pad: {
    readonly pad_id: string
    readonly edit_id: string
    readonly title: Untrusted
    readonly text: Untrusted
  }
}

/** Creates a private hub with its front pad, owned by the caller's human; an agent that made it shares that seat. */
export const create = message({
  creates: 'once',
  needs: (_: Hub | undefined, { by, slug }: Create) => ({
    taken: slugsTaken.of(slug),
    credential: credentialOf(by),
    person: linkables.of(principal(by)),
  }),
  decide: (_, args, { taken, credential, person }, { now, at }) => {
    const { by, wanted, front_pad } = args
    refuseLateCall(credential)
    if (!person) throw justEnded()
    if (wanted && taken.includes(args.slug)) {
      throw conflict('slug_taken', 'Another hub has this slug. Send another one, or leave slug out.')
    }
    refuseKeyRequestIn(args, { by, mode: args.mode })
    const slug = firstFree(args.slug, taken)
    const hub: Hub = {
      id: args.hub_id,
      slug,
      title: args.title,
      audience: audienceAtFirst,
      mode: args.mode,
      ...(args.guide === undefined || words(args.guide) === ''
        ? {}
        : { guide: args.guide, guide_updated_at: at, guide_by: by.id }),
      front_pad_id: front_pad.pad_id,
      accepts_guests: false,
      version: 1,
      created_by: by.id,
      created_at: at,
      updated_at: at,
    }
    const owners = [...new Set([person.id, by.id])]
    return {
      state: hub,
      reply: { hub_id: hub.id, slug, mode: hub.mode, pad_id: front_pad.pad_id },
      effects: [
        personStands({ id: person.id }),
        insertHubs(hub),
        ...owners.map((participant_id) =>
          insertSeats({ scope_id: hub.id, participant_id, role: 'owner' as const, given_by: by.id, at }),
        ),
        ...firstVersion({ ...front_pad, hub_id: hub.id, by }, now).effects,
      ],
      wake: { version: 1 },
    }
  },
})

/** An agent that its person leaves behind is its own a moment later, and may make a hub then. */
const justEnded = () =>
  busy('in_flight', 'The account behind this agent has just ended. Nothing was changed; send it again in a moment.', {
    retry_after_seconds: retrySeconds.inFlight,
  })

/** Returns the slug itself, or the first free one with -2, -3 … */
function firstFree(slug: string, taken: readonly string[]): string {
  if (!taken.includes(slug)) return slug
  for (let n = 2; ; n++) {
    const next = slugWithSuffix(slug, n)
    if (!taken.includes(next)) return next
  }
}
