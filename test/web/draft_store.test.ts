import { expect } from 'chai'
import { browser } from '../../src/rules/limits.ts'
import { openDrafts } from '../../src/web/drafts/draft_store.ts'

describe('drafts', () => {
  let kept: Map<string, string>
  let now: number

  const storage = () => ({
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  const draft = (words: string) => ({ at: now, path: '/t/one', title: 'One', fields: { body: words } })

  beforeEach(() => {
    kept = new Map([['svc-keys', 'off']])
    now = Date.UTC(2026, 10, 22)
  })

  it('are kept for each place, the newest first', () => {
    const drafts = openDrafts(storage(), 'ada', () => now)
    drafts.keep('/t/one ui_post', draft('first'))
    now += 1_000
    drafts.keep('/t/two ui_post', draft('second'))
    expect(drafts.of('/t/one ui_post')?.fields).to.deep.equal({ body: 'first' })
    expect(drafts.all().map(({ fields }) => fields['body'])).to.deep.equal(['second', 'first'])
    drafts.drop('/t/one ui_post')
    expect(drafts.of('/t/one ui_post')).to.equal(undefined)
  })

  it('are gone after thirty days', () => {
    const drafts = openDrafts(storage(), 'ada', () => now)
    drafts.keep('/t/one ui_post', draft('old'))
    now += browser.draft.kept - 1
    expect(drafts.all()).to.have.lengthOf(1)
    now += 1
    expect(drafts.of('/t/one ui_post')).to.equal(undefined)
    expect([...kept.keys()]).to.deep.equal(['svc-keys'])
  })

  it('are nobody else’s on this device, and signing out clears them all and nothing else', () => {
    openDrafts(storage(), 'ada', () => now).keep('/t/one ui_post', draft('mine'))
    const bens = openDrafts(storage(), 'ben', () => now)
    expect(bens.of('/t/one ui_post')).to.equal(undefined)
    expect(bens.all()).to.deep.equal([])
    kept.set('svc-unheard:ada', '[]')
    bens.clear()
    expect([...kept.keys()]).to.deep.equal(['svc-keys'])
  })

  it('a full device loses no words: they stand in the field', () => {
    const full = { ...storage(), setItem: () => expect.fail('full') }
    openDrafts(full, 'ada', () => now).keep('/t/one ui_post', draft('too much'))
  })
})
