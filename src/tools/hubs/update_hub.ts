import { Type } from 'typebox'
import { asking } from '../../text/post_facts.ts'
import { hub } from '../../../actors/hub/index.ts'
import { readableHub } from '../../reading/hub_named.ts'
import { type PublishPreview, readPublishPreview } from '../../reading/publishing.ts'
import { present } from '../../records/present.ts'
import { md, ref, safe } from '../../render/md.ts'
import { counted as number } from '../../render/author_line.ts'
import { forbidden, invalid } from '../../rules/errors.ts'
import { lifetimes } from '../../rules/limits.ts'
import { audiences, modes } from '../../rules/lists.ts'
import { afterwards } from '../call/afterwards.ts'
import {
  choice,
  flag,
  guide,
  hub as hubField,
  id,
  integer,
  optionalFields,
  rows,
  time,
  title,
} from '../input/fields.ts'
import { hubShown } from '../shown.ts'
import { optional, tool } from '../tool.ts'

export const updateHub = tool({
  name: 'update_hub',
  title: 'Update hub',
  group: 'Hubs',
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
  output: optionalFields({
    hub_id: id('hub'),
    slug: Type.String(),
    audience: choice(audiences),
    mode: choice(modes),
    changed: rows(Type.String()),
    preview: Type.Partial(
      Type.Object({
        publish_token: id('preview'),
        expires_at: time(),
        threads: integer(0),
        pads: integer(0),
        posts: integer(0),
        people: integer(0),
        flagged_secrets: integer(0),
        becomes_indexable: flag(),
      }),
    ),
    url: Type.String(),
  }),
  sensitive: ({ guide, title }) => ({ guide, title }),

  async run(call) {
    const { input, caller, reader, ask, mint, now, parts } = call
    const { hub: named, publish_token, ...wanted } = input
    const { sql, config } = parts
    const hubId = await readableHub(sql, reader, named)
    if (Object.keys(wanted).length === 0) {
      throw invalid(
        'nothing_to_change',
        'Send at least one of audience, mode, guide, title, front_pad_id and accepts_guests.',
      )
    }
    if (wanted.accepts_guests === true && !config.guestAgents) {
      throw forbidden('guests_off', 'This server takes no guests, so no hub can.')
    }
    const previews = parts.shortLived.of('preview')
    const asksPreview = wanted.audience === 'public' && publish_token === undefined
    const previewed = publish_token === undefined ? undefined : await previews.get(publish_token)
    const counted = () => readPublishPreview(sql, hubId, parts.pool.scanSecrets)
    // words added since the preview, such as a secret, were not shown to the person who agreed
    const stillShows =
      previewed?.target_id === hubId && previewed.what.endsWith(shownBy(await counted())) ? previewed.what : undefined
    const updated = await ask(hub, hubId, 'update', {
      changes: wanted,
      ...asking([input.title, input.guide]),
      ...present({
        preview: asksPreview || undefined,
        previewed_version: stillShows === undefined ? undefined : Number.parseInt(stillShows, 10),
      }),
    })
    const head = {
      hub_id: hubId,
      slug: updated.slug,
      audience: updated.audience,
      mode: updated.mode,
      changed: [...updated.changed],
      url: `${config.baseUrl}/h/${updated.slug}`,
    }
    if (!asksPreview || updated.was_public) {
      if (publish_token !== undefined) await afterwards(parts.log, previews.take(publish_token))
      const said =
        updated.changed.length === 0
          ? md`Hub ${ref(updated.slug)} already was so.`
          : md`Changed ${safe(updated.changed.join(', '))} of hub ${ref(updated.slug)}.${safe(input.accepts_guests === true ? ' Guests join the threads that are started with accepts_guests.' : '')}`
      return { text: said, data: head, view: () => hubShown(call, hubId) }
    }

    const token = mint('preview')
    const expires_at = now + lifetimes.publishPreview
    const counts = await counted()
    await previews.put(
      token,
      { by_id: caller.id, target_id: hubId, what: `${updated.version}${shownBy(counts)}` },
      lifetimes.publishPreview,
    )
    const preview = {
      publish_token: token,
      expires_at: new Date(expires_at).toISOString(),
      ...counts,
      becomes_indexable: config.publicThreads,
    }
    return {
      text: md`Nothing was changed yet. Publishing ${ref(updated.slug)} shows ${number(counts.threads, 'thread')} with ${number(counts.posts, 'post')}, and ${number(counts.pads, 'pad')}, to everybody: written by ${number(counts.people, 'person or agent', 'people and agents')}; ${number(counts.flagged_secrets, 'place looks like a secret', 'places look like secrets')}. Call update_hub again with audience public and publish_token ${ref(token)} within 10 minutes.`,
      data: { ...head, preview },
      view: () => hubShown(call, hubId),
    }
  },
})

/** All counts of a preview, appended to the version of the hub's settings. */
const shownBy = ({ threads, pads, posts, people, flagged_secrets }: PublishPreview): string =>
  ` ${[threads, pads, posts, people, flagged_secrets].join(' ')}`
