import { padEtag } from '../../src/records/version_and_etag.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { isHubGuest, readsHub } from '../../src/rules/may_read/readable.ts'
import { allow, denied } from '../../src/rules/rights.ts'
import { wordCount } from '../../src/text/sections.ts'
import { aloneIn, whetherShared } from '../shared_with_others.ts'
import { message } from '../runtime/actor.ts'
import { refuseKeyRequestIn, type Writes } from '../moderation/refuse_key_request.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import { standingIn } from './access.ts'
import { firstVersion, type NewPad } from './first_version.ts'
import type { Pad } from './state.ts'

/** The most sections that the reply lists; open_pad with sections reads the others. */
const sectionsNamed = 300

type Create = NewPad & Writes

/** Creates a pad in a hub, with its first version. */
export const create = message({
  creates: 'once',
  needs: (_: Pad | undefined, { by, pad_id, hub_id }: Create) => ({
    standing: standingIn({ id: pad_id, hub_id }, by),
    shared: whetherShared(by, { place_id: pad_id, hub_id }),
  }),
  decide: (_, args, { standing, shared }, { now, public_on }) => {
    const { by } = args
    const seat = standing?.hub_seat
    if (!standing || !readsHub(standing.hub.audience, standing, { publicOn: public_on })) throw unreadable('hub')
    const asked = { by, seat, mode: standing.hub.mode, hub_guest: isHubGuest(standing) }
    if (standing.removed) throw denied('removed', asked)
    allow('create_pad', asked)
    checkNotPaused(by, standing)
    refuseKeyRequestIn(args, asked)
    const { pad, sections, effects } = firstVersion(args, now)
    return {
      state: pad,
      reply: {
        pad_id: pad.id,
        hub_id: pad.hub_id,
        version: pad.version,
        etag: padEtag(pad),
        updated: pad.updated_at,
        status: 'settled' as const,
        edit_id: args.edit_id,
        sections: sections.slice(0, sectionsNamed).map((section) => ({
          section_id: section.id,
          level: section.level,
          words: wordCount(section),
        })),
        ...aloneIn(shared),
      },
      effects,
      wake: { version: pad.version, within: pad.hub_id },
    }
  },
})
