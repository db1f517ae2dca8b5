import { Type } from 'typebox'
import type { Config } from '../../config.ts'
import { asking } from '../../text/unwanted/post_facts.ts'
import { hub } from '../../../actors/hub/index.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { present } from '../../records/present.ts'
import { joined, type Markdown, md, ref, safe } from '../../render/markdown/md.ts'
import { invalid } from '../../rules/errors.ts'
import { modes } from '../../rules/hub_mode.ts'
import { audiences } from '../../rules/hub_audience.ts'
import { readerFor } from '../../rules/caller.ts'
import type { Fields } from '../input/sent_fields.ts'
import { checkTakesGuests } from '../arriving/guests_on.ts'
import { choice, flag, guide, hub as hubField, id, integer, optional, title } from '../input/fields.ts'
import { rows, time, partial } from '../output/shapes.ts'
import { hubShown } from '../card_shown.ts'
import { type Call, tool } from '../tool.ts'
import { forgetPreview, notShownYet, publishPreview, versionAgreed } from './publish_preview.ts'

export const updateHub = tool({
  name: 'update_hub',
  title: 'Update hub',
  kind: 'write',
  subagents: false,
  about:
    'Change audience, mode, Read me first, title, front pad or guest access. Going public takes two calls: preview, then publish_token.',
  destructive: true,
  idempotent: true,
  card: true,
  input: {
    hub: hubField(),
    audience: optional(choice(audiences)),
    publish_token: optional(id('preview', 'from the preview')),
    mode: optional(choice(modes)),
    guide: optional(guide('Read me first; empty clears it')),
    title: optional(title()),
    front_pad_id: optional(id('pad')),
    accepts_guests: optional(flag('guests may join threads')),
  },
  output: {
    hub_id: id('hub'),
    slug: Type.String(),
    audience: choice(audiences),
    mode: choice(modes),
    changed: rows(Type.String()),
    preview: partial({
      publish_token: id('preview'),
      expires_at: time(),
      threads: integer(0),
      pads: integer(0),
      posts: integer(0),
      people: integer(0),
      flagged_secrets: integer(0),
      becomes_indexable: flag(),
    }),
    url: Type.String(),
  },
  sensitive: ({ guide, title }) => ({ guide, title }),

  async run(call) {
    const { input, reader, ask, parts } = call
    const { hub: named, publish_token, ...wanted } = input
    const { sql, config } = parts
    const hubId = await readableHub(sql, reader, named)
    checkWanted(wanted, config)
    const asksPreview = wanted.audience === 'public' && publish_token === undefined
    const updated = await ask(hub, hubId, 'update', {
      changes: wanted,
      ...asking([input.title, input.guide]),
      ...present({
        preview: asksPreview || undefined,
        previewed_version: publish_token === undefined ? undefined : await versionAgreed(parts, hubId, publish_token),
      }),
    })
    const { slug, audience, mode, changed } = updated
    const head = { hub_id: hubId, slug, audience, mode, changed }
    const view = () => hubShown(call, hubId)
    if (asksPreview && !updated.was_public) {
      if (reader.repeats) await stillReadable(call, hubId)
      const { text, preview } = await publishPreview(call, { hubId, slug, version: updated.version })
      return { text, data: { ...head, preview }, view }
    }
    if (publish_token !== undefined) await forgetPreview(parts, publish_token)
    const guests = input.accepts_guests === true ? ' Guests join the threads that are started with accepts_guests.' : ''
    const shown = input.audience === 'public' ? notShownYet(config) : ''
    const text =
      changed.length === 0
        ? md`Hub ${ref(slug)} already was so.${safe(shown)}`
        : md`Changed hub ${ref(slug)}: ${joined(
            changed.map((field) => changeOf(field, input)),
            ', ',
          )}.${safe(guests)}${safe(shown)}`
    return { text, data: head, view }
  },
})

/** A repeated call counts its preview anew, so the caller must still be able to read the hub. Throws not_found. */
const stillReadable = ({ caller, parts: { sql, config } }: Call<unknown>, hubId: string) =>
  readableHub(sql, readerFor(caller, config.publicThreads), hubId)

/** What a setting is now; of texts only that they changed. */
function changeOf(field: string, wanted: Fields): Markdown {
  const value = wanted[field]
  if (field === 'guide') return safe('Read me first')
  if (typeof value === 'boolean') return md`${ref(field)} ${safe(value ? 'true' : 'false')}`
  return field === 'title' ? safe(field) : md`${ref(field)} ${ref(String(value))}`
}

function checkWanted(wanted: { readonly accepts_guests?: boolean }, config: Config): void {
  if (Object.keys(wanted).length === 0) {
    throw invalid(
      'nothing_to_change',
      'Send at least one of audience, mode, guide, title, front_pad_id and accepts_guests.',
    )
  }
  checkTakesGuests(wanted.accepts_guests, config)
}
