import { expect } from 'chai'
import { mintSecret } from '../../../src/identity/secrets.ts'
import { mint } from '../../../src/rules/ids.ts'
import { days } from '../../../src/rules/units.ts'
import { appTools } from '../../../src/tools/app/index.ts'
import { operations } from '../../../src/tools/settings/index.ts'
import { openSession } from '../../../sql/outside_actors/records/session.ts'
import { pages, sessionOf } from '../../browser/pages.ts'
import { type Bakery, openBakery } from '../../support/bakery.ts'
import { reader } from '../../support/plain_browser.ts'

type Who = keyof Bakery['people'] | 'guest' | 'nobody'

/** A control: what its form holds, where it stands, for whom, and who finds none on that page. */
interface Control {
  readonly holds?: readonly string[]
  readonly at: (bakery: Bakery) => string | Promise<string>
  readonly for: Who
  readonly notFor?: readonly Who[]
}

const field = (name: string, value: string): string => `name="${name}" value="${value}"`
const outcome = (value: string): readonly string[] => [field('outcome', value)]
const action = (value: string): readonly string[] => [field('action', value)]

const at = (path: string) => (): string => path
const hub =
  (name: keyof Bakery['hubs'], query = '') =>
  ({ hubs }: Bakery): string =>
    `/h/${hubs[name].slug}${query}`
const pad =
  (name: keyof Bakery['pads'], query = '') =>
  ({ pads }: Bakery): string =>
    `/p/${pads[name]}${query}`
const orders = ({ hubs }: Bakery): string => `/p/${hubs.grain.pad}`
const starter = ({ hubs }: Bakery): string => `/p/${hubs.altona.pad}`
const thread =
  (name: keyof Bakery['threads'], query = '') =>
  ({ threads }: Bakery): string =>
    `/t/${threads[name]}${query}`
const onPost =
  (opened: string, post: keyof Bakery['posts']) =>
  ({ threads, posts }: Bakery): string =>
    `/t/${threads.wet}?${opened}=${posts[post]}`
const dm =
  (name: keyof Bakery['dms'], query = '') =>
  ({ dms }: Bakery): string =>
    `/dm/${dms[name]}${query}`
const newIn =
  (what: string) =>
  ({ hubs }: Bakery): string =>
    `/new?what=${what}&hub=${hubs.bread.slug}`

const controls: Readonly<Record<string, readonly Control[]>> = {
  // hubs
  ui_create_hub: [{ at: at('/h/new'), for: 'tom', notFor: ['guest'] }],
  ui_join_hub: [
    { at: hub('altona'), for: 'tom', notFor: ['mara', 'nobody'] },
    { at: at('/explore'), for: 'tom', notFor: ['mara', 'nobody'] },
    // a thread that takes no guests would still take none of them with a seat
    { at: hub('altona'), for: 'guest', notFor: ['mara', 'nobody'] },
    // it looks like what is missing, to them
    { at: hub('grain'), for: 'guest', notFor: ['mara', 'nobody'] },
  ],
  ui_leave_hub: [{ at: hub('bread'), for: 'amina', notFor: ['mara'] }],
  ui_update_hub: [
    { holds: ['name="guide"', 'name="front_pad_id"'], at: hub('bread', '?run'), for: 'mara', notFor: ['amina'] },
    { holds: [field('mode', 'checked')], at: hub('bread', '?run'), for: 'mara', notFor: ['jonas', 'amina'] },
    { holds: [field('mode', 'open')], at: hub('grain', '?run'), for: 'mara', notFor: ['amina'] },
    { holds: [field('accepts_guests', 'false')], at: hub('altona', '?run'), for: 'mara', notFor: ['amina'] },
  ],
  ui_set_visibility: [
    { holds: [field('audience', 'public')], at: hub('bread', '?run'), for: 'mara', notFor: ['jonas', 'amina'] },
    { holds: [field('audience', 'private')], at: hub('altona', '?run'), for: 'mara', notFor: ['jonas', 'amina'] },
  ],
  ui_set_role: [
    { holds: [field('role', 'helper')], at: hub('bread', '?members'), for: 'mara', notFor: ['jonas', 'amina'] },
    { holds: [field('role', 'member')], at: hub('bread', '?members'), for: 'mara', notFor: ['jonas', 'amina'] },
    { holds: [field('role', 'owner')], at: hub('bread', '?members'), for: 'mara', notFor: ['jonas', 'amina'] },
  ],
  ui_invite: [
    { holds: [field('role', 'helper')], at: hub('bread', '?invites'), for: 'mara', notFor: ['amina'] },
    { holds: ['name="revoke"'], at: hub('bread', '?invites'), for: 'mara', notFor: ['amina'] },
    { holds: ['name="thread_id"'], at: thread('wet', '?invite'), for: 'mara', notFor: ['amina'] },
    { holds: ['name="pad_id"'], at: pad('house'), for: 'mara', notFor: ['amina'] },
  ],
  ui_answer_request: [
    { holds: outcome('let_in'), at: hub('grain'), for: 'mara', notFor: ['amina'] },
    { holds: outcome('turn_away'), at: at('/'), for: 'mara', notFor: ['amina'] },
  ],
  ui_add_agent: [
    { at: hub('grain'), for: 'mara', notFor: ['tom', 'guest'] },
    { holds: ['name="hub"'], at: at('/settings'), for: 'mara', notFor: ['guest'] },
  ],
  ui_pin: [
    { holds: [field('pinned', 'true')], at: hub('bread'), for: 'mara', notFor: ['amina'] },
    { holds: [field('pinned', 'false')], at: pad('rota'), for: 'mara', notFor: ['amina'] },
  ],
  ui_pause_agents: [
    { holds: ['name="hub"', field('paused', 'true')], at: hub('bread'), for: 'mara', notFor: ['amina'] },
    { holds: ['name="hub"', field('paused', 'false')], at: hub('grain'), for: 'mara', notFor: ['amina'] },
    { holds: ['name="agent_id"'], at: thread('wet'), for: 'mara', notFor: ['jonas'] },
    { holds: ['name="agent_id"'], at: at('/'), for: 'mara', notFor: ['tom'] },
  ],
  ui_moderate: [
    { holds: action('take_over'), at: hub('school', '?run'), for: 'jonas', notFor: ['mara'] },
    { holds: action('object_takeover'), at: hub('school'), for: 'mara', notFor: ['jonas'] },
    { holds: action('remove'), at: hub('bread', '?members'), for: 'mara', notFor: ['amina'] },
    { holds: action('show'), at: hub('bread', '?log'), for: 'mara', notFor: ['amina'] },
    { holds: action('lock'), at: thread('starter'), for: 'mara', notFor: ['guest', 'nobody'] },
    { holds: action('unlock'), at: thread('gas'), for: 'mara' },
    { holds: action('lock'), at: pad('house'), for: 'mara', notFor: ['amina'] },
    { holds: action('hide'), at: pad('house'), for: 'mara', notFor: ['amina'] },
    { holds: action('hide'), at: onPost('fold', 'last'), for: 'mara' },
  ],
  ui_undo_everything: [
    {
      holds: ['name="include_linked"'],
      at: ({ hubs, agents }) => `/h/${hubs.bread.slug}?undo=${agents.scout.id}`,
      for: 'mara',
      notFor: ['amina'],
    },
    { holds: ['name="participant"'], at: at('/settings'), for: 'mara', notFor: ['guest'] },
  ],
  ui_report: [
    { at: ({ hubs, agents }) => `/h/${hubs.bread.slug}?report=${agents.pip.id}`, for: 'mara', notFor: ['nobody'] },
    { holds: ['name="thread_id"'], at: thread('wet', '?report=thread'), for: 'mara' },
    { holds: ['name="pad_id"'], at: starter, for: 'mara', notFor: ['nobody'] },
  ],
  // threads
  ui_start_thread: [
    { at: newIn('thread'), for: 'mara', notFor: ['guest'] },
    {
      holds: [field('flag_wrong', 'true'), 'name="source"'],
      at: ({ pads }) => `/new?what=thread&pad=${pads.house}&flag=1`,
      for: 'amina',
      notFor: ['guest'],
    },
  ],
  ui_post: [
    { holds: ['name="thread_id"', 'name="body"'], at: thread('starter'), for: 'mara', notFor: ['nobody'] },
    { holds: ['name="reply_to"'], at: onPost('reply', 'answer'), for: 'mara' },
    { holds: ['name="quote.post_id"'], at: onPost('quote', 'sheet'), for: 'mara' },
    { holds: ['name="dm_id"'], at: dm('scout'), for: 'mara' },
  ],
  ui_react: [{ holds: [field('reaction', 'agree')], at: thread('starter'), for: 'mara', notFor: ['nobody'] }],
  ui_edit_post: [{ at: ownPost, for: 'mara', notFor: ['jonas'] }],
  ui_delete_post: [{ at: thread('prices'), for: 'mara', notFor: ['nobody'] }],
  ui_mark_answer: [
    { at: thread('walnut'), for: 'amina', notFor: ['nobody'] },
    { holds: [field('unmark', 'true')], at: thread('starter'), for: 'tom', notFor: ['nobody', 'guest'] },
  ],
  ui_settle_flag: [
    { holds: outcome('fixed'), at: thread('wet'), for: 'mara' },
    { holds: outcome('not_wrong'), at: at('/'), for: 'mara', notFor: ['tom'] },
  ],
  // pads
  ui_create_pad: [{ at: newIn('pad'), for: 'mara', notFor: ['guest'] }],
  ui_edit_pad: [
    { holds: ['name="text"'], at: pad('house', '?edit'), for: 'mara' },
    { holds: ['name="text"', 'name="section_id"'], at: oneSection, for: 'mara', notFor: ['tom'] },
    { holds: [field('propose', 'true')], at: pad('house', '?edit'), for: 'mara' },
    { holds: ['name="decision.text"', 'name="decision.options:lines"'], at: starter, for: 'mara', notFor: ['nobody'] },
  ],
  ui_undo_edit: [
    { at: starter, for: 'mara', notFor: ['nobody', 'guest'] },
    { at: pad('house', '?history'), for: 'mara' },
  ],
  ui_answer_edit: [
    { holds: outcome('accept'), at: pad('house'), for: 'mara' },
    { holds: outcome('turn_down'), at: at('/'), for: 'mara', notFor: ['tom'] },
    { holds: outcome('withdraw'), at: orders, for: 'amina', notFor: ['mara'] },
  ],
  ui_answer_decision: [
    { holds: [...outcome('accept'), 'value="option='], at: pad('house'), for: 'mara' },
    { holds: outcome('turn_down'), at: orders, for: 'mara', notFor: ['amina'] },
    { holds: outcome('withdraw'), at: orders, for: 'amina', notFor: ['mara'] },
  ],
  ui_verify: [
    { holds: [field('outcome', 'checked'), 'name="edit_id"'], at: orders, for: 'amina', notFor: ['mara'] },
    { holds: ['name="sections[]"'], at: orders, for: 'jonas', notFor: ['mara'] },
  ],
  // tasks
  ui_create_task: [
    { at: newIn('task'), for: 'mara', notFor: ['guest'] },
    { holds: ['name="from_post"'], at: onPost('task', 'last'), for: 'mara' },
  ],
  ui_update_task: [
    { holds: action('take'), at: at('/tasks?show=open'), for: 'mara', notFor: ['tom'] },
    { holds: action('start'), at: at('/tasks'), for: 'mara', notFor: ['tom'] },
    { holds: action('block'), at: at('/'), for: 'jonas', notFor: ['mara'] },
    { holds: action('unblock'), at: at('/tasks'), for: 'mara', notFor: ['tom'] },
    { holds: action('decline'), at: at('/tasks'), for: 'mara', notFor: ['tom'] },
    { holds: action('cancel'), at: thread('walnut'), for: 'mara', notFor: ['nobody'] },
  ],
  ui_submit_result: [{ at: thread('walnut'), for: 'mara', notFor: ['nobody'] }],
  ui_review_result: [
    { holds: outcome('approve'), at: at('/tasks'), for: 'mara', notFor: ['amina'] },
    { holds: outcome('send_back'), at: thread('prices'), for: 'mara', notFor: ['amina'] },
  ],
  // messages and the inbox
  ui_start_dm: [{ at: at('/dm'), for: 'mara' }],
  ui_answer_dm: [
    { holds: [...action('accept'), ...action('decline')], at: dm('tom'), for: 'mara', notFor: ['tom'] },
    { holds: action('block'), at: dm('scout'), for: 'mara' },
    { holds: action('unblock'), at: dm('jonas'), for: 'jonas', notFor: ['mara'] },
    { holds: action('report'), at: dm('tom', '?report=dm'), for: 'mara' },
  ],
  ui_ack: [{ at: at('/inbox'), for: 'mara' }],
  // settings
  revoke: [{ at: at('/settings'), for: 'mara', notFor: ['guest'] }],
  'create-agent': [{ at: at('/settings'), for: 'tom', notFor: ['guest'] }],
  'new-agent-key': [{ at: at('/settings'), for: 'mara', notFor: ['tom'] }],
  'link-code': [{ at: at('/settings'), for: 'tom', notFor: ['guest'] }],
  'free-agent': [{ at: at('/settings'), for: 'mara', notFor: ['tom'] }],
  'accept-invite': [{ at: at('/settings'), for: 'tom' }],
  'set-name': [{ at: at('/settings'), for: 'tom', notFor: ['guest'] }],
  'rename-handle': [
    { at: at('/settings'), for: 'tom', notFor: ['guest'] },
    { holds: ['name="agent_id"'], at: at('/settings'), for: 'mara', notFor: ['tom'] },
  ],
  'handle-under': [{ at: at('/settings'), for: 'mara', notFor: ['tom'] }],
  export: [{ at: at('/settings'), for: 'tom', notFor: ['guest'] }],
  'export-account': [{ at: at('/settings'), for: 'tom', notFor: ['guest'] }],
  'delete-account': [{ at: at('/settings'), for: 'tom', notFor: ['guest'] }],
  suspend: [{ at: at('/settings'), for: 'mara', notFor: ['jonas'] }],
  'guest-pause': [{ holds: ['name="which"'], at: at('/settings'), for: 'mara', notFor: ['jonas'] }],
  reports: [{ holds: ['name="settle"'], at: at('/settings'), for: 'mara', notFor: ['jonas'] }],
}

/** What is read and not done has a page, which says these words to Mara. */
const reads: Readonly<Record<string, readonly [path: (bakery: Bakery) => string, says: string]>> = {
  ui_home: [at('/'), 'Waits for you'],
  ui_explore: [at('/explore'), 'Just changed pads'],
  ui_search: [at('/search?q=flour'), 'Best match'],
  ui_inbox: [at('/inbox'), 'Everything that was sent to you'],
  ui_open_hub: [hub('bread'), 'Read me first'],
  ui_members: [hub('bread', '?members'), 'People and their agents'],
  ui_open_thread: [thread('wet'), 'id="posts"'],
  ui_open_pad: [pad('house'), 'aria-label="Contents"'],
  ui_history: [pad('house', '?history'), 'Compare two versions'],
  ui_tasks: [at('/tasks'), 'You check'],
  ui_dms: [at('/dm'), 'Requests'],
  credentials: [at('/settings'), 'Where you are connected'],
  // the script of this page asks what the link is, says yes, and waits for the agent
  'preview-link': [at('/link'), 'data-secret="link"'],
  'link-agent': [at('/link'), 'data-secret="link"'],
  'link-status': [at('/link'), 'data-secret="link"'],
}

/** Those have no page of their own: a view inside a chat pays with them; an agent in a browser has its own settings. */
const elsewhere = ['ui_view_session', 'my-link']

/** A post that Mara wrote herself, open to be edited by whoever may. */
async function ownPost({ server, people, threads }: Bakery): Promise<string> {
  const page = await reader(server, people.mara.session).open(`/t/${threads.prices}`)
  const [, id] = /\?edit=(\w+)/.exec(page.text) ?? []
  if (id === undefined) throw new Error('Mara can edit no post of hers')
  return `/t/${threads.prices}?edit=${id}`
}

/** The first section of a pad that everybody may read, to be edited alone. */
async function oneSection({ server, people, hubs }: Bakery): Promise<string> {
  const page = await reader(server, people.mara.session).open(`/p/${hubs.altona.pad}`)
  const [, section] = /\?edit=(\w+)/.exec(page.text) ?? []
  if (section === undefined) throw new Error('Mara can edit no section alone')
  return `/p/${hubs.altona.pad}?edit=${section}`
}

describe('what a person may do has a control on a page, and what they may not has none', () => {
  let bakery: Bakery
  const sessions = new Map<Who, string | undefined>()
  const seen = new Map<string, Promise<readonly string[]>>()

  before(async () => {
    bakery = await openBakery()
    const { server, people, hubs, threads, dms, agents } = bakery
    for (const who of ['mara', 'jonas', 'amina', 'tom', 'guest'] as const) {
      sessions.set(who, await sessionOf(bakery, who))
    }
    const { mara, jonas, amina } = people
    await recordIn('grain', amina)
    await mara.does('ui_set_role', { hub: hubs.grain.slug, participant: jonas.id, role: 'helper' })
    await mara.does('ui_pause_agents', { hub: hubs.grain.slug, paused: true })
    await mara.does('ui_invite', { hub: hubs.bread.slug })
    await mara.does('ui_moderate', { action: 'lock', target: threads.gas })
    await jonas.does('ui_answer_dm', { dm_id: dms.jonas, action: 'block' })
    await agents.pip.does('report', { participant: '@tom', reason: 'spam' })
    const editing = await reader(server, amina.session).open(`${orders(bakery)}?edit`)
    await editing.press('Suggest', { text: 'Seven hundred kilos of rye.' })
  })

  /** Five changes that stood for three days: whoever made them may check what others did. */
  async function recordIn(name: 'grain', of: Bakery['people']['amina']): Promise<void> {
    const { server, people, hubs } = bakery
    const { slug, pad: changed } = hubs[name]
    await people.mara.does('ui_update_hub', { hub: slug, mode: 'open' })
    for (const title of ['One', 'Two', 'Three', 'Four', 'Orders']) {
      const page = await reader(server, of.session).open(`/p/${changed}?edit`)
      await page.press('Save', { title })
    }
    await people.mara.does('ui_update_hub', { hub: slug, mode: 'checked' })
    await server.advance(days(4))
  }

  /** The forms of a page as somebody has it. */
  function formsOf(who: Who, path: string): Promise<readonly string[]> {
    const known = seen.get(`${who} ${path}`)
    if (known) return known
    const forms = reader(bakery.server, sessions.get(who))
      .open(path)
      .then(({ text }) => [...text.matchAll(/<form[^>]* method="post"[^]*?<\/form>/g)].map(([form]) => form))
    seen.set(`${who} ${path}`, forms)
    return forms
  }

  async function has(who: Who, act: string, { at: where, holds = [] }: Control): Promise<boolean> {
    const forms = await formsOf(who, await where(bakery))
    return forms.some((form) => [field('act', act), ...holds].every((part) => form.includes(part)))
  }

  for (const [act, all] of Object.entries(controls)) {
    it(`${act}: for who may, and for nobody else on the same page`, async () => {
      for (const control of all) {
        const where = `${(control.holds ?? []).join(' ')} on ${await control.at(bakery)}`
        expect(await has(control.for, act, control), `${where}, for ${control.for}`).to.equal(true)
        for (const who of control.notFor ?? [])
          expect(await has(who, act, control), `${where}, for ${who}`).to.equal(false)
      }
    })
  }

  it('everything that is read and not done has its page', async () => {
    for (const [name, [path, says]] of Object.entries(reads)) {
      const page = await reader(bakery.server, sessions.get('mara')).open(path(bakery))
      expect(page.status, name).to.equal(200)
      expect(page.text, name).to.contain(says)
    }
  })

  it('an agent in a browser makes the link for its human, and does nothing that only people do', async () => {
    const { server, agents } = bakery
    const { secret, hash } = mintSecret('session')
    const now = server.parts.clock.now()
    const id = mint('credential', now)
    await openSession(server.sql, { id, hash, participant_id: agents.otto.id, now, expires_at: now + days(1) })
    const { text } = await reader(server, `dp_session=${secret}`).open('/settings')
    expect(text).to.contain(field('act', 'my-link'))
    for (const act of ['create-agent', 'delete-account', 'export-account', 'link-code', 'suspend'])
      expect(text, act).not.to.contain(field('act', act))
  })

  it('no act of the app and no operation of the settings is left out', () => {
    const all = [...appTools, ...operations].map(({ name }) => name)
    expect([...Object.keys(controls), ...Object.keys(reads), ...elsewhere]).to.have.members(all)
    const writes = appTools.filter(({ kind }) => kind === 'write').map(({ name }) => name)
    expect(Object.keys(controls)).to.include.members(writes)
  })

  it('signed out no page has a form that acts', async () => {
    for (const { name, path } of pages.filter(({ as }) => as === undefined)) {
      const forms = await formsOf('nobody', path(bakery))
      expect(
        forms.filter((form) => form.includes('name="act"')),
        name,
      ).to.deep.equal([])
    }
  })
})
