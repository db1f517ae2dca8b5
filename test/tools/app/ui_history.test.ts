import { expect } from 'chai'
import { withCast } from '../../support/here.ts'

describe('the history of a pad', () => {
  const { server, cast } = withCast()

  const pad = async (text: string): Promise<string> =>
    (await cast.ada.does('ui_create_pad', { hub: cast.hub.slug, title: 'Rye', text }))['pad_id']
  const edit = async (pad_id: string, base_version: number, text: string) =>
    cast.otto.does('edit_pad', { pad_id, base_version, text, note: 'zanzibar' })

  it('names every edit, the newest first, by ids and numbers; who wrote what stands in the view', async () => {
    const pad_id = await pad('# Dough\n\nFlour.')
    const { edit_id } = await edit(pad_id, 1, '# Dough\n\nRye flour, quokka.')
    await cast.ada.does('ui_undo_edit', { edit_id })
    const { body } = await cast.ada.app('ui_history', { pad_id })
    const { data, view } = body
    expect(data).to.include({ pad_id, version: 3 })
    expect(data.edits.map(({ version, kind }: any) => [version, kind])).to.deep.equal([
      [3, 'undo'],
      [2, 'edit'],
      [1, 'edit'],
    ])
    expect(data.edits[1]).to.include({ edit_id, by_id: cast.otto.id, status: 'undone' })
    expect(data).not.to.have.property('difference')
    expect(JSON.stringify(data)).not.to.match(/zanzibar|quokka/)
    expect(view).to.include({ kind: 'pad', title: 'Rye' })
    expect(view.edits[1]).to.deep.include({ note: 'zanzibar' })
    expect(view.edits[1].by).to.include({ id: cast.otto.id, kind: 'agent' })
  })

  it('lists the decisions made in their time, as the page of the history does', async () => {
    const pad_id = await pad('# Dough\n\nFlour.')
    const decision = { text: 'We bake on Mondays.', reason: 'The mill brings flour on Sundays.' }
    const { decision: made } = await cast.otto.does('edit_pad', { pad_id, decision })
    await edit(pad_id, 1, '# Dough\n\nRye.')
    const { body } = await cast.ada.app('ui_history', { pad_id })
    expect(body.data.decisions).to.have.length(1)
    expect(body.data.decisions[0]).to.include({ decision_id: made.decision_id, status: 'decided' })
    expect(body.view.decisions[0]).to.include(decision)
    expect(body.view.decisions[0].by).to.include({ id: cast.otto.id })
    const cookie = { headers: { Cookie: cast.ada.session } }
    const page = await (await fetch(`${server.url}/p/${pad_id}?history`, cookie)).text()
    expect(page).to.contain('We bake on Mondays.')
    const between = (await cast.ada.app('ui_history', { pad_id, from_version: 1, to_version: 2 })).body
    expect(between.view).not.to.have.property('decisions')
  })

  it('says between two versions what became of each block, its words in the view alone', async () => {
    const pad_id = await pad('# Dough\n\nFlour.\n\nWater.')
    await edit(pad_id, 1, '# Dough\n\nFlour and quokka.\n\nWater.')
    await edit(pad_id, 2, '# Dough\n\nFlour and quokka.\n\nSalt.\n\nYeast.')
    const { data, view } = (await cast.ada.app('ui_history', { pad_id, from_version: 1, to_version: 3 })).body
    expect(data).to.include({ from_version: 1, to_version: 3, version: 3 })
    expect(data.edits.map(({ version }: any) => version)).to.deep.equal([3, 2])
    const changes = data.difference.map(({ change }: any) => change)
    expect(changes).to.include('changed').and.to.include('added')
    expect(data.difference[0]).to.include({ change: 'changed', before_chars: 6, after_chars: 17 })
    expect(data.difference[0].block_id).to.match(/^[0-9a-f]{8}$/)
    expect(JSON.stringify(data)).not.to.include('quokka')
    expect(view.difference[0]).to.include({ before: 'Flour.', after: 'Flour and quokka.' })
    const middle = (await cast.ada.app('ui_history', { pad_id, from_version: 2, to_version: 2 })).body['data']
    expect(middle.difference).to.deep.equal([])
    expect(middle.edits).to.deep.equal([])
    const upTo = (await cast.ada.app('ui_history', { pad_id, to_version: 2 })).body['data']
    expect(upTo.edits.map(({ version }: any) => version)).to.deep.equal([2, 1])
  })

  it('tells the first 500 of the blocks that changed, and how many it leaves off', async () => {
    const of = (word: string) => Array.from({ length: 502 }, (_, n) => `${word} ${n}.`).join('\n\n')
    const pad_id = await pad(of('Flour'))
    await edit(pad_id, 1, of('Flour and quokka'))
    const asked = { pad_id, from_version: 1, to_version: 2 }
    const { data } = (await cast.ada.app('ui_history', asked)).body
    expect(data.difference).to.have.length(500)
    expect(data.difference_left_off).to.equal(2)
    expect((await cast.ada.app('ui_history', { ...asked, to_version: 1 })).body.data).not.to.have.property(
      'difference_left_off',
    )
  })

  it('comes in pages', async () => {
    const pad_id = await pad('0')
    for (let n = 1; n <= 24; n++) await edit(pad_id, n, `${n}`)
    const first = await cast.ada.does('ui_history', { pad_id })
    expect(first['edits']).to.have.length(20)
    const second = await cast.ada.does('ui_history', { pad_id, cursor: first['next_cursor'] })
    expect(second).not.to.have.property('next_cursor')
    const versions = [...first['edits'], ...second['edits']].map(({ version }) => version)
    expect(versions).to.deep.equal(Array.from({ length: 25 }, (_, n) => 25 - n))
    expect((await cast.ada.app('ui_history', { pad_id, cursor: 'mine' })).body).to.include({ reason: 'cursor' })
  })

  it('knows only versions that were, the older one first', async () => {
    const pad_id = await pad('One.')
    await edit(pad_id, 1, 'Two.')
    for (const versions of [
      { to_version: 9 },
      { from_version: 9, to_version: 9 },
      { from_version: 2, to_version: 1 },
    ]) {
      const { body } = await cast.ada.app('ui_history', { pad_id, ...versions })
      expect(body, JSON.stringify(versions)).to.include({ error: 'invalid', reason: 'version' })
    }
  })

  it('is missing where the pad cannot be read', async () => {
    const { slug } = await cast.ada.does('ui_create_hub', { title: 'Behind doors' })
    const { pad_id } = await cast.ada.does('ui_create_pad', { hub: slug, title: 'Quiet', text: 'x' })
    const hidden = await cast.cleo.app('ui_history', { pad_id })
    const missing = await cast.cleo.app('ui_history', { pad_id: `pad_${'0'.repeat(26)}` })
    expect(hidden.status).to.equal(404)
    expect(hidden.body).to.deep.equal(missing.body)
  })
})
