import { expect } from 'chai'
import { renderBody } from '../../src/render/body.ts'
import { cardHtml } from '../../src/render/cards/draw.ts'
import type { Answered } from '../../src/render/page_arguments.ts'
import type { HomeView } from '../../src/records/home/home_view.ts'
import type { InboxLine } from '../../src/records/home/inbox_view.ts'
import type { JoinWait } from '../../src/records/home/to_decide.ts'
import type { HubView } from '../../src/records/hub/hub_view.ts'
import type { SearchResult } from '../../src/records/search_page.ts'
import type { SectionStatus } from '../../src/rules/closed_lists.ts'
import type { TaskLine } from '../../src/records/thread/task_line.ts'
import type { DmView, ThreadView, View } from '../../src/records/view.ts'
import { words } from '../../src/text/untrusted.ts'
import { mara, someAsked } from './asked.ts'
import { expectInert } from './inert.ts'
import { at, someHub, someone, somePad, somePost, someThread, theirs } from './nasty.ts'

const asked = { ...someAsked, me: mara }

const card = (view: View, more: { readonly answered?: Answered; readonly me?: typeof mara } = asked): string => {
  const printed = cardHtml(view, { ...someAsked, ...more }, renderBody).toString()
  expectInert(printed)
  return printed
}

const hub = { id: 'hub_1', slug: 'bread', title: theirs('Bread'), audience: 'public' } as const
const numbers = (most: number): readonly number[] => Array.from({ length: most }, (_, n) => n + 1)
const result = (n: number, fields: Partial<SearchResult> = {}): SearchResult => ({
  type: 'thread',
  id: `thr_${n}`,
  title: theirs(`Result ${n}.`),
  hub,
  status: 'open',
  updated: at,
  ...fields,
})
const task = (n: number, fields: Partial<TaskLine> = {}): TaskLine => ({
  id: `tsk_${n}`,
  title: theirs(`Task ${n}.`),
  state: 'open',
  updated: at,
  ...fields,
})

const hubView = (fields: Partial<HubView> = {}): HubView =>
  someHub({
    ...hub,
    members_count: 3,
    items: numbers(7).map((n) => ({
      type: 'thread',
      id: `thr_${n}`,
      title: theirs(`Item ${n}.`),
      status: 'open',
      version: 1,
      updated: at,
    })),
    ...fields,
  })

const talk = (fields: Partial<DmView> = {}, moves: DmView['dm']['moves'] = ['block']): DmView => ({
  kind: 'dm',
  dm: {
    id: 'dm_1',
    with: someone(),
    status: 'open',
    direction: 'in',
    last_seq: 6,
    unread: 0,
    updated: at,
    ...(moves && { moves }),
  },
  posts: numbers(6).map((seq) => somePost(seq, `Post ${seq}.`)),
  has_older: false,
  has_newer: false,
  may: ['post'],
  shared: [],
  ...fields,
})

describe('a card in a chat', () => {
  describe('of a thread', () => {
    const said = (fields: Partial<ThreadView> = {}, count = 6): ThreadView => ({
      kind: 'thread',
      ...someThread(
        numbers(count).map((seq) => somePost(seq, `Post ${seq}.`, seq === 1 ? { answer: true } : {})),
        { status: 'answered' },
      ),
      may: ['post', 'react', 'edit_post', 'delete_post'],
      ...fields,
    })

    it('shows its answer and the newest posts, and how many are older', () => {
      const whole = card(said())
      expect(whole.match(/Post \d\./g)).to.deep.equal(['Post 1.', 'Post 4.', 'Post 5.', 'Post 6.'])
      expect(whole.match(/The answer/g)).to.have.length(1)
      expect(whole).to.contain('2 older posts').and.contain('>answered<')
      expect(card(said({}, 4))).not.to.contain('older post')
    })

    it('leaves out posts that were folded, hidden or deleted', () => {
      const covered = [{ folded: 'spam' }, { hidden: true }, { deleted: true }] as const
      const posts = covered.map((fields, n) => somePost(n + 1, `Post ${n + 1}.`, fields))
      expect(card(said({ posts: [...posts, somePost(4, 'Post 4.')] })).match(/Post \d\./g)).to.deep.equal(['Post 4.'])
    })

    it('offers to write, react, and change the own post, where the reader may', () => {
      const mine = [somePost(1, 'Mine.', { mine: true }), somePost(2, 'Theirs.')]
      const acts = (may: ThreadView['may']): readonly string[] => [
        ...new Set(
          [...card(said({ posts: mine, may: may! })).matchAll(/name="act" value="(\w+)"/g)].map(([, act]) => act!),
        ),
      ]
      expect(acts(['post', 'react', 'edit_post', 'delete_post'])).to.have.members([
        'ui_react',
        'ui_edit_post',
        'ui_delete_post',
        'ui_post',
      ])
      expect(acts(['delete_post'])).to.deep.equal(['ui_delete_post'])
      expect(acts([])).to.deep.equal([])
    })

    it('says that its section is disputed rather than that it is open', () => {
      expect(card(said({ status: 'open', dispute: 'open' }))).to.contain('>disputed<')
      expect(card(said({ status: 'open' }))).not.to.contain('>open<')
    })

    it('lists the tasks that the reader can move, and no others', () => {
      const tasks = [task(1), task(2, { moves: ['take'] }), task(3, { moves: [] })]
      expect(card(said({ tasks })).match(/Task \d\./g)).to.deep.equal(['Task 2.'])
    })
  })

  describe('of a hub', () => {
    const people = [
      { person: someone({ id: 'hum_owner', name: theirs('Olga') }), seat: 'owner' },
      { person: someone({ id: mara.id, name: theirs('Mara') }), seat: 'helper' },
      { person: someone({ id: 'hum_helper', name: theirs('Hanna') }), seat: 'helper' },
      { person: someone({ id: 'hum_member', name: theirs('Max') }), seat: 'member' },
    ] as const

    it('lists what moved last, and says where there is nothing', () => {
      expect(card(hubView()).match(/Item \d\./g)).to.have.length(6)
      expect(card(hubView())).not.to.contain('Nothing here yet')
      expect(card(hubView({ items: [] }))).to.contain('Nothing here yet')
    })

    it('lets in who asks, where the reader answers requests', () => {
      const asking = [{ person: someone({ name: theirs('Quinn') }), at, note: theirs('I bake, too.') }]
      expect(card(hubView({ may: { let_in: true }, asking })))
        .to.contain('I bake, too.')
        .and.contain('value="let_in"')
        .and.contain('value="turn_away"')
      expect(card(hubView({ asking }))).not.to.contain('Quinn')
    })

    it('offers to join to a reader who can, and asks where the hub is private', () => {
      expect(card(hubView({ way: 'joins' }))).to.contain('>Join</button>')
      expect(card(hubView({ way: 'joins', audience: 'private' }))).to.contain('>Ask to join</button>')
      for (const not of [card(hubView({ way: 'removed' })), card(hubView({ way: 'joins' }), {})])
        expect(not).not.to.contain('ui_join_hub')
    })

    // SPEC: name helpers, mode, audience
    it('lets an owner name helpers: everybody but the owner and themselves', () => {
      const owners = card(hubView({ people, may: { set_role: true } }))
      const roles = [...owners.matchAll(/name="participant" value="(\w+)"><input[^>]*name="role" value="(\w+)"/g)]
      expect(roles.map(([, who, role]) => [who, role])).to.deep.equal([
        ['hum_helper', 'member'],
        ['hum_member', 'helper'],
      ])
      expect(card(hubView({ people }))).not.to.contain('Look after it')
      expect(card(hubView({ people: people.slice(0, 2), may: { set_role: true } }))).not.to.contain('ui_set_role')
    })

    it('switches the mode to the other one', () => {
      const switches = (mode: HubView['mode']): string => card(hubView({ mode, may: { set_mode: true } }))
      expect(switches('open')).to.contain('value="checked"').and.contain('Have changes checked first')
      expect(switches('checked')).to.contain('value="open"').and.contain('Let changes go in at once')
    })

    // SPEC: private update hub audience, after
    it('publishes a private hub after a preview that says what becomes public', () => {
      const may = { publish: true } as const
      expect(card(hubView({ may }))).not.to.contain('ui_set_visibility')
      const secret = hubView({ may, audience: 'private' })
      expect(card(secret)).to.contain('See what would become public').and.not.contain('publish_token')
      const preview = { threads: 1, posts: 2, pads: 1, people: 3, flagged_secrets: 1, publish_token: 'pvw_1' }
      const answered: Answered = { act: 'ui_set_visibility', fields: {}, data: { preview } }
      expect(card(secret, { ...asked, answered }))
        .to.contain('1 thread with 2 posts, and 1 pad, written by 3 people and agents')
        .and.contain('1 place looks like a key or a password')
        .and.contain('name="publish_token" value="pvw_1"')
      const clean = { ...answered, data: { preview: { ...preview, flagged_secrets: 0 } } }
      expect(card(secret, { ...asked, answered: clean })).not.to.contain('key or a password')
    })

    it('shows its members, and the invites that are left', () => {
      const members = numbers(13).map((n) => ({
        id: `hum_${n}`,
        kind: 'human',
        name: theirs(`Person ${n}.`),
        seat: 'member',
      }))
      const shown = card({
        kind: 'hub',
        hub_id: hub.id,
        scope_id: hub.id,
        audience: 'public',
        members,
        members_count: 13,
      } as never)
      expect(shown.match(/Person \d+\./g)).to.have.length(12)
      const invites = [{ title: theirs('Bread'), uses: 4 }]
      expect(card({ kind: 'hub', invites } as never))
        .to.contain('4 left')
        .and.not.contain('No invites')
      expect(card({ kind: 'hub', invites: [] })).to.contain('No invites')
    })
  })

  it('shows a section of a pad under its heading, without the line that is the heading', () => {
    const rye = { id: 's1', status: 'settled', open_threads: 0, words: 3, rev: 1, reach: true } as const
    const shows = (level: number, text: string): string =>
      card({ kind: 'pad', ...somePad({ sections: [{ ...rye, level, heading: theirs('Rye'), text: theirs(text) }] }) })
    expect(shows(1, '# Rye\n\nHalf of it.')).to.contain('Half of it.')
    expect(shows(1, '# Rye\n\nHalf of it.').match(/Rye/g)).to.have.length(1)
    expect(shows(0, 'Rye\n\nHalf of it.').match(/Rye/g)).to.have.length(2)
  })

  // SPEC: Resources and their fields / Pad > section status settled
  it('shows the section of a pad that needs attention most: what is disputed, what is open, what has words', () => {
    const shown = (...statuses: readonly SectionStatus[]): string | undefined => {
      const sections = statuses.map((status, n) => {
        const text = theirs(`# Part ${n}\n\nWords of ${n}.`)
        return {
          id: `s${n}`,
          level: 1,
          heading: theirs(`Part ${n}`),
          status,
          open_threads: 0,
          words: 5,
          rev: 1,
          reach: true,
          text,
        }
      })
      const outline = { ...sections[0]!, id: 's9', text: undefined }
      const { text: _, ...unread } = outline
      return card({ kind: 'pad', ...somePad({ sections: [unread, ...sections] }) }).match(/Words of \d/)?.[0]
    }
    expect(shown('settled', 'open', 'disputed')).to.equal('Words of 2')
    expect(shown('settled', 'open', 'unresolved')).to.equal('Words of 2')
    expect(shown('settled', 'open')).to.equal('Words of 1')
    expect(shown('settled', 'stale')).to.equal('Words of 0')
  })

  describe('of what was found', () => {
    it('lists results with what they are, and quotes the best', () => {
      const results = [result(1), result(2, { status: 'answered' }), ...numbers(8).map((n) => result(n + 2))]
      const quote = { key: 'thr_1', text: theirs('Two per cent.'), reach: true }
      const found = card({ kind: 'search', best: { type: 'thread', id: 'thr_1', quote }, results, query_cut: false })
      expect(found.match(/Result \d+\./g)).to.have.length(8)
      expect(found).to.contain('Two per cent.').and.contain('>answered<').and.not.contain('>open<')
      expect(found).to.contain('>Found<').and.not.contain('Other words may find it')
      const nothing = card({ kind: 'search', results: [], query_cut: false })
      expect(nothing).to.contain('Nothing found').and.contain('Other words may find it')
    })

    it('lists tasks: those that the reader can move once, with their forms, then the others', () => {
      const thread = { id: 'thr_1', title: theirs('Flour') }
      const tasks = [task(1, { moves: ['take'] }), task(2)].map((one) => ({ task: one, thread, hub }))
      const results = numbers(3).map((n) => result(n, { type: 'task', id: `tsk_${n}`, title: theirs(`Task ${n}.`) }))
      const listed = card({ kind: 'tasks', tasks, results, query_cut: false })
      expect(listed.match(/>(?:<bdi>)?Task \d\./g)).to.have.length(3)
      expect(listed.match(/name="act" value="ui_update_task"/g)).to.have.length(1)
      expect(listed).not.to.contain('No tasks')
      expect(card({ kind: 'tasks', results: [], query_cut: false })).to.contain('No tasks')
    })
  })

  // SPEC: rendering rules: post and
  it('shows links of authors without reach as labels, wherever it quotes them', () => {
    const text = theirs('See https://flour.example/rye today.')
    const quoted: readonly ((reach: boolean) => View)[] = [
      (reach) => ({ kind: 'thread', ...someThread([somePost(1, '', { body: text, author: someone({ reach }) })]) }),
      (reach) => ({ ...hubView({ guide: text }), ...(reach && { guide_reach: true }) }),
      (reach) => {
        const section = {
          id: 's1',
          level: 1,
          heading: theirs('Rye'),
          status: 'settled',
          open_threads: 0,
          words: 3,
          rev: 1,
        } as const
        return {
          kind: 'pad',
          ...somePad({ sections: [{ ...section, text: theirs(`# Rye\n\n${words(text)}`), reach }] }),
        }
      },
      (reach) => ({
        kind: 'search',
        best: { type: 'thread', id: 'thr_1', quote: { key: 'k', text, reach } },
        results: [result(1)],
        query_cut: false,
      }),
      (reach) => ({ ...talk(), posts: [somePost(1, '', { body: text, author: someone({ reach }) })] }),
    ]
    for (const view of quoted) {
      expect(card(view(true)), view(true).kind).to.contain('href="/out?u=')
      expect(card(view(false)), view(false).kind)
        .to.contain('[link to ')
        .and.not.contain('href="/out')
    }
  })

  describe('of messages', () => {
    it('shows the newest, and a field to write in while the conversation is open', () => {
      const open = card(talk())
      expect(open.match(/Post \d\./g)).to.have.length(5)
      expect(open).to.contain('ui_post').and.contain('All messages in the browser').and.not.contain('ui_answer_dm')
      expect(card(talk({ posts: talk().posts.slice(1) }))).not.to.contain('All messages in the browser')
      expect(card(talk({ may: [] }))).not.to.contain('ui_post')
      expect(card(talk(), {})).not.to.contain('ui_post')
      expect(card(talk({ posts: [somePost(1, 'Post 1.')] }))).not.to.contain('All messages in the browser')
    })

    it('has two answers to a request, in the place of that field', () => {
      const request = card(talk({}, ['accept', 'decline', 'block']))
      expect(request).to.contain('value="accept"').and.contain('value="decline"').and.not.contain('ui_post')
    })

    it('lists conversations with what is new in them', () => {
      const dms = numbers(9).map((n) => ({ ...talk().dm, id: `dm_${n}`, unread: n === 1 ? 2 : 0 }))
      const list = card({ kind: 'dm', dms })
      expect(list.match(/href="\/dm\/dm_\d"/g)).to.have.length(8)
      expect(list.match(/\d new/g)).to.deep.equal(['2 new'])
      expect(list).not.to.contain('No messages')
      expect(card({ kind: 'dm', dms: [] })).to.contain('No messages')
    })
  })

  describe('of home', () => {
    const none = { edits: 0, joins: 0, dm_requests: 0, dms_unread: 0 }
    const inbox = { last_seq: 0, acked_seq: 0, unacked: 0, direct: 0, work: 0, room: 0, account: 0 }
    const home = (fields: Partial<HomeView> = {}): HomeView => ({
      kind: 'home',
      me: { id: mara.id, kind: 'human', handle: '@mara', verified: true, reach: true },
      hubs: [],
      tasks: { assigned: 0, working: 0, blocked: 0, to_review: 0 },
      waiting: none,
      inbox,
      waits: [],
      waits_count: 0,
      agents: [],
      away: [],
      last: [],
      ...fields,
    })
    const wait = (n: number): JoinWait => ({
      kind: 'join',
      items: [n],
      at,
      by: someone({ id: `hum_${n}`, name: theirs(`Guest ${n}.`) }),
      hub,
    })

    it('asks what waits, a few at a time, and counts the rest', () => {
      const asking = card(home({ waits: numbers(4).map(wait), waits_count: 5 }))
      expect(asking).to.contain('5 things wait for you').and.contain('Two others in the browser')
      expect(asking.match(/value="let_in"/g)).to.have.length(3)
      expect(asking.match(/class="card now/g)).to.have.length(1)
      const few = card(home({ waits: [wait(1)], waits_count: 1 }))
      expect(few).to.contain('1 thing waits for you').and.not.contain('in the browser')
    })

    it('is quiet where nothing waits: the own tasks, and the hubs with what is new there', () => {
      const thread = { id: 'thr_1', title: theirs('Flour') }
      const to_do = numbers(4).map((n) => ({ task: task(n, { moves: ['take'] }), thread, hub }))
      const hubs = numbers(6).map((n) => ({
        hub_id: `hub_${n}`,
        slug: `hub-${n}`,
        title: theirs(`Hub ${n}.`),
        seat: 'member' as const,
        mode: 'open' as const,
        unread_threads: n === 1 ? 3 : 0,
        joins: 0,
        edits: 0,
        disputed: 0,
        open: 0,
      }))
      const quiet = card(home({ to_do, hubs }))
      expect(quiet).to.contain('Nothing waits for you').and.not.contain('<ul class="list">')
      expect(quiet.match(/Hub \d\./g)).to.have.length(5)
      expect(quiet.match(/\d new</g)).to.deep.equal(['3 new<'])
      expect(quiet.match(/name="act" value="ui_update_task"/g)).to.have.length(3)
    })

    it('tells of a few things that happened meanwhile', () => {
      const away = numbers(5).map((n) => ({
        kind: 'thread' as const,
        at,
        by: someone(),
        hub,
        thread: { id: `thr_${n}`, title: theirs(`Talk ${n}.`) },
        by_people: 1,
        by_agents: 0,
      }))
      expect(card(home({ away })).match(/Talk \d\./g)).to.have.length(4)
    })

    it('lists the newest of the inbox first', () => {
      const item = (seq: number): InboxLine => ({
        seq,
        kind: 'mention',
        class: 'direct',
        wakes: true,
        at,
        from_kind: 'human',
        folded: 0,
        about: { thread: { id: 'thr_1', title: theirs(`Talk ${seq}.`), last_seq: 3 } },
      })
      const full = card({ kind: 'inbox', items: numbers(7).map(item), more: false, inbox, waits_count: 0 })
      expect(full.match(/Talk \d\./g)).to.deep.equal(['Talk 7.', 'Talk 6.', 'Talk 5.', 'Talk 4.', 'Talk 3.', 'Talk 2.'])
      expect(full).to.contain('All of it in the browser')
      const short = card({ kind: 'inbox', items: [item(1)], more: false, inbox, waits_count: 0 })
      expect(short).not.to.contain('All of it').and.not.contain('Nothing new')
      const empty = card({ kind: 'inbox', items: [], more: false, inbox, waits_count: 0 })
      expect(empty).to.contain('Nothing new')
    })
  })
})
