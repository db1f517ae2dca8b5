import { hubEtag } from '../../records/version_and_etag.ts'
import { hubBrief, hubMarkdown } from '../../render/markdown/hub_markdown.ts'
import type { Html } from '../../render/html.ts'
import { hubPage } from '../../render/pages/hub.ts'
import { invitesPage } from '../../render/pages/hub_desk/invites.ts'
import { logPage } from '../../render/pages/hub_desk/log.ts'
import { membersPage } from '../../render/pages/hub_desk/members.ts'
import { reportPage } from '../../render/pages/hub_desk/report.ts'
import { hubSettingsPage } from '../../render/pages/hub_desk/hub_settings.ts'
import { undoPage } from '../../render/pages/hub_desk/undo.ts'
import { missingPage } from '../../render/pages/refused_page.ts'
import { readHub } from '../../reading/hub/hub_page.ts'
import {
  readAsked,
  readDesk,
  readInvites,
  readLogPage,
  readMembers,
  readOwnerGone,
  padsToChoose,
  readPerson,
  readSeats,
} from '../../reading/hub/hub_desk.ts'
import { readHubView } from '../../reading/hub/hub_view.ts'
import { present } from '../../records/present.ts'
import { inputs } from '../../rules/limits.ts'
import { encodedPage, ownPage } from './serving/encoded_page.ts'
import { orFirstPage } from './serving/or_first_page.ts'
import { optionsInMarkdown } from './serving/markdown_options.ts'
import type { ViewParts, PageRequest, ServedPage } from './serving/served_page.ts'

const hubSlug = (slug: string): string | undefined => (slug.length <= inputs.hub ? slug.toLowerCase() : undefined)

/** /h/<slug> and its subpages. */
export const hubView = (parts: ViewParts, slug: string, format?: 'md'): ServedPage => ({
  key: hubSlug(slug) && `hub ${hubSlug(slug)}`,
  of: { kind: 'hub', id: slug },
  takes: [...optionsInMarkdown('hub'), 'is', 'members'],
  ...present({ format }),
  async load(asked) {
    if (asked.format === 'md') return asMarkdown(parts, slug, asked)
    const text = await deskOf(parts, slug, asked)
    if (text) return ownPage(text)
    return asPage(parts, slug, asked)
  },
  async missing({ caller, asked }) {
    const { requested } = await readAsked(parts.sql, caller, slug)
    return missingPage(asked, present({ hub: slug, requested }))
  },
})

async function asMarkdown(parts: ViewParts, slug: string, { reader, asked: by, options }: PageRequest) {
  const { clock, pool } = parts
  const { type, cursor } = options
  const page = await orFirstPage(cursor, (from) =>
    readHub(parts, reader, { hub: slug, type, cursor: from }, clock.now()),
  )
  if (!page) return undefined
  const text = await pool.print((fragment) => hubMarkdown(page, present({ ...by, type }), fragment))
  const etag = hubEtag(page)
  return encodedPage({ format: 'md', text, indexable: page.audience === 'public', etag })
}

async function asPage(parts: ViewParts, slug: string, asking: PageRequest) {
  const { clock, config, pool } = parts
  const { reader, caller, asked: by, options } = asking
  const { type, is, cursor } = options
  const view = await orFirstPage(cursor, (from) =>
    readHubView(parts, reader, caller, { hub: slug, type, is, cursor: from }, clock.now()),
  )
  if (!view) return undefined
  const asked = present({ ...by, type, is, cursor: cursor || undefined, guests: config.guestAgents })
  return encodedPage({
    format: 'html',
    text: await pool.print((fragment) => hubPage(view, asked, fragment)),
    indexable: view.audience === 'public',
    // what a person may do here differs from one person to the next
    etag: caller ? 'none' : hubEtag(view),
  })
}

/** Returns the subpage that the options ask for, when this reader may see it. */
async function deskOf(parts: ViewParts, slug: string, asking: PageRequest): Promise<Html | undefined> {
  const { asked, options, caller, reader } = asking
  const wanted = subpages.find((name) => options[name] !== undefined)
  if (!wanted || (!caller && wanted !== 'members')) return undefined
  const desk = await readDesk(parts.sql, reader, caller, slug)
  return desk && draw[wanted](present({ parts, desk, reader, asked, options, caller }))
}

/** The options that name subpages; of several the first counts. Only the members are shown to signed-out visitors. */
const subpages = ['members', 'invites', 'run', 'log', 'undo', 'report'] as const

interface Drawing extends Pick<PageRequest, 'reader' | 'asked' | 'caller' | 'options'> {
  readonly parts: ViewParts
  readonly desk: NonNullable<Awaited<ReturnType<typeof readDesk>>>
}

const draw: Readonly<Record<(typeof subpages)[number], (drawing: Drawing) => Promise<Html | undefined>>> = {
  async members({ parts: { sql }, desk, asked, caller, options: { cursor, named: typed } }) {
    // the page for signed-out visitors is cached, and every name would be one more entry
    const named = caller ? typed : undefined
    const seats = await orFirstPage(cursor, (from) => readMembers(sql, caller, desk, from, named))
    return membersPage(desk, present({ ...seats, named }), asked)
  },
  async invites({ parts: { sql, clock }, reader, desk, asked, caller }) {
    if (!caller || !desk.may.invite) return undefined
    return invitesPage(desk, await readInvites(sql, caller, reader, desk.id, clock.now()), asked)
  },
  async run({ parts: { sql, config, clock }, desk, asked, caller }) {
    if (!caller || desk.seat === undefined) return undefined
    const [pads, owner] = await Promise.all([
      desk.may.set_front_pad ? padsToChoose(sql, desk.id) : [],
      desk.seat === 'owner' ? { quiet: false, may: false } : readOwnerGone(sql, caller, desk, clock.now()),
    ])
    return hubSettingsPage(desk, { pads, owner, guests: config.guestAgents }, asked)
  },
  async log({ parts: { sql }, desk, asked, caller, options: { cursor } }) {
    if (!caller || !desk.may.read_log) return undefined
    return logPage(desk, await readLogPage(sql, caller, desk, cursor), asked)
  },
  async undo({ parts: { sql }, desk, asked, options: { undo = '', named, cursor } }) {
    if (!desk.may.undo_everything) return undefined
    const person = undo === '' ? undefined : await readPerson(sql, undo)
    if (person) return undoPage(desk, { person, people: [] }, asked)
    const except = desk.seat === 'owner' ? undefined : 'owner'
    const people = await orFirstPage(cursor, (from) => readSeats(sql, desk.id, from, { named, except }))
    return undoPage(desk, present({ ...people, named, unknown: undo || undefined }), asked)
  },
  async report({ parts: { sql }, desk, asked, options: { report = '' } }) {
    const ofHub = report === desk.id
    const { people } = ofHub ? await readSeats(sql, desk.id, undefined) : { people: [] }
    const person = ofHub ? people[0]?.person : await readPerson(sql, report)
    return person && reportPage(desk, person, ofHub, asked)
  },
}

export const hubBriefView = (parts: ViewParts, slug: string): ServedPage => ({
  key: hubSlug(slug) && `brief ${hubSlug(slug)}`,
  of: { kind: 'hub', id: slug },
  takes: [],
  format: 'md',
  async load({ reader }) {
    const { clock, config, pool } = parts
    const [threads, pads] = await Promise.all([
      readHub(parts, reader, { hub: slug, type: 'thread' }, clock.now()),
      readHub(parts, reader, { hub: slug, type: 'pad' }, clock.now()),
    ])
    if (!threads || !pads) return undefined
    const page = { ...threads, items: [...pads.items, ...threads.items] }
    return encodedPage({
      format: 'plain',
      text: await pool.print((fragment) => hubBrief(page, config.baseUrl, fragment)),
      indexable: page.audience === 'public',
      etag: hubEtag(page),
    })
  },
})
