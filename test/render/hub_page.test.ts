import { expect } from 'chai'
import { renderBody } from '../../src/render/body.ts'
import { missingPage, refusedPage } from '../../src/render/pages/refused_page.ts'
import { hubCard } from '../../src/render/cards/hub.ts'
import { hubPage } from '../../src/render/pages/hub.ts'
import type { HubView } from '../../src/records/hub/hub_view.ts'
import { hubActs } from '../../src/rules/hub_acts.ts'
import { rateLimited } from '../../src/rules/errors.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { mara, someAsked } from './asked.ts'
import { expectInert } from './inert.ts'
import { at, nasty, theirs } from './nasty.ts'

describe("a hub's page", () => {
  it('is inert whatever was written, and signed out holds no form that acts', () => {
    for (const words of nasty) {
      const view = hub(theirs(words))
      expectInert(hubPage(view, { ...someAsked, me: mara }, renderBody).toString())
      const { way: _, ...read } = { ...view, may: {}, asking: [] }
      const signedOut = hubPage(read, someAsked, renderBody).toString()
      expectInert(signedOut)
      expect(signedOut).not.to.contain('name="act"').and.not.contain(someAsked.key())
    }
  })

  it('offers only what the reader may do', () => {
    const view = hub(theirs('Bread'))
    const all = hubPage(view, { ...someAsked, me: mara }, renderBody).toString()
    const none = hubPage({ ...view, may: {} }, { ...someAsked, me: mara }, renderBody).toString()
    for (const words of ['?invites', '?log', '?undo', '?run', 'ui_pin', 'what=pad', 'what=thread', 'Let in']) {
      expect(all).to.contain(words)
      expect(none, words).not.to.contain(words)
    }
    expect(all, 'the words of who asks to take it over').to.match(/to take this hub over[^]*“Bread”/)
  })

  it('leads past its pads once they fill a screen, and into a search of it once there are more pages', () => {
    const shows = (more: Partial<HubView>, asked = {}): string =>
      hubPage({ ...hub(theirs('Bread')), ...more }, { ...someAsked, me: mara, ...asked }, renderBody).toString()
    expect(shows({})).not.to.contain('Find in this hub')
    const { slug } = hub(theirs('Bread'))
    const large = shows({ more_pads: true, next_cursor: 'next' })
    expect(large).to.contain('<a href="#ht">To the threads</a>').and.contain(`<a href="/search?q=hub%3A${slug}+">`)
    expect(shows({ next_cursor: 'next' }, { type: 'pad' }))
      .to.contain('Find in this hub')
      .and.not.contain('#ht">To')
    const [pad] = hub(theirs('Bread')).items
    const longList = { items: Array.from({ length: 12 }, (_, n) => ({ ...pad!, id: `pad_${n}` })) }
    expect(shows(longList)).to.contain('#ht">To').and.not.contain('Find in this hub')
    expect(shows({ ...longList, next_cursor: 'next' })).to.match(/To the threads<\/a> · <a [^>]*>Find in this hub/)
  })

  it('calls a pad a pad in a chat, where it may be called like its hub', () => {
    const card = hubCard(hub(theirs('Bread')), { ...someAsked, me: mara }, renderBody).toString()
    expectInert(card)
    const [pad, thread] = card.match(/<li>(?:(?!<\/li>).)*/gs)?.slice(0, 2) ?? []
    expect(pad).to.contain('/p/pad_1').and.contain('<span class="small soft">pad</span>')
    expect(thread).to.contain('/t/thread_1').and.not.contain('>pad<')
  })

  it('puts agents after their people, and nobody twice', () => {
    const person = (id: string, human?: string) => ({
      person: {
        id,
        kind: human ? ('agent' as const) : ('human' as const),
        name: theirs(id),
        reach: false,
        ...(human && { human: { id: human } }),
      },
      seat: 'member' as const,
    })
    const view = {
      ...hub(theirs('x')),
      people: [person('ada'), person('otto', 'ben'), person('ben'), person('stray', 'gone')],
    }
    const page = hubPage(view, { ...someAsked, me: mara }, renderBody).toString()
    const list = page.slice(page.indexOf('People and their agents'))
    const order = ['ada', 'ben', 'otto', 'stray'].map((id) => list.indexOf(`<bdi>${id}</bdi>`))
    expect(order)
      .to.deep.equal([...order].sort((a, b) => a - b))
      .and.not.include(-1)
    expect(list.match(/<bdi>otto<\/bdi>/g)).to.have.length(1)
  })
})

describe('pages without what was asked for', () => {
  it('say what happened, what stays and what to do', () => {
    const missing = missingPage(someAsked).toString()
    expectInert(missing)
    expect(missing).to.contain('There is nothing here for you').and.contain('href="/signin"')
    const known = missingPage({ ...someAsked, me: mara }, { hub: 'the-kitchen' }).toString()
    expectInert(known)
    expect(known).to.contain('Ask to join').and.not.contain('href="/signin"')
    const quick = refusedPage(
      someAsked,
      rateLimited('ip', 'More than 120 requests.', { retry_after_seconds: 20 }),
    ).toString()
    expectInert(quick)
    expect(quick).to.contain('That was quick').and.contain('20 seconds')
  })
})

/** A hub where somebody wrote the same words everywhere, to an owner who may do everything. */
function hub(said: Untrusted): HubView {
  const person = { id: 'agt_a', kind: 'agent' as const, name: said, reach: false, human: { id: mara.id, name: said } }
  return {
    kind: 'hub',
    id: 'hub_1',
    slug: 'cooking',
    title: said,
    audience: 'public',
    mode: 'open',
    accepts_guests: true,
    guide: said,
    guide_updated: at,
    front_pad: { id: 'pad_1', title: said },
    version: 1,
    updated: at,
    members_count: 30,
    member: true,
    items: (['pad', 'thread'] as const).map((type) => ({
      type,
      id: `${type}_1`,
      title: said,
      status: 'open',
      version: 1,
      updated: at,
      last: { by: person, at, said },
      unread: 3,
    })),
    may: Object.fromEntries(hubActs.map((act) => [act, true])),
    way: 'joins',
    agents_count: 1,
    people: [{ person, seat: 'helper' }],
    at_work: [{ person, task_id: 'tsk_a', thread_id: 'thr_a', title: said, state: 'working', at }],
    tasks: { going: 2, open: 1 },
    own_agents: [{ id: 'agt_b', name: said, handle: 'b', seated: false }],
    asking: [{ person, at, note: said }],
    takeover: { by: person, takes_effect_at: at, note: said },
  }
}
