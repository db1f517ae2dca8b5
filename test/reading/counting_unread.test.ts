import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect } from 'chai'
import { root } from '../../src/root.ts'
import { connect } from '../support/assistant.ts'
import { mcp } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

describe('readings that count what somebody has not read', () => {
  const { server, cast } = withCast()

  it('count what was read a moment ago as read, on every page and card', async () => {
    const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Salt', body: 'How much?' })
    const claude = (await connect(server, cast.ben)).as
    await cast.ben.does('ui_join_hub', { hub: cast.hub.slug })
    const viewOf = async (tool: string, args: object = {}) =>
      (await claude.call(tool, args, mcp)).result?.['_meta']['svc/view']
    const unread = async () => [
      (await viewOf('catch_up')).hubs[0].unread_threads,
      (await viewOf('show_svc')).hubs[0].unread_threads,
    ]
    expect(await unread()).to.deep.equal([1, 1])
    await claude.does('open_thread', { thread_id })
    expect(await unread()).to.deep.equal([0, 0])
    for (let n = 0; n < 3; n++) {
      await cast.otto.does('post_reply', { thread_id, body: `Two grams, and ${n}.` })
      await claude.does('open_thread', { thread_id })
      expect(
        (await viewOf('open_hub', { hub: cast.hub.slug })).items.find((one: any) => one.id === thread_id).unread ?? 0,
      ).to.equal(0)
    }
  })

  it('all begin with countingUnread: whatever reads how far somebody came is behind it', () => {
    const files = (folder: string): string[] =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name))
    const textOf = new Map(
      ['src', 'sql/reads'].flatMap(files).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
    )
    /** values imported from a file, by its path */
    const importsOf = (file: string) =>
      [...(textOf.get(file) ?? '').matchAll(/^(?:im|ex)port (?!type)\{([^}]*)\} from '(\.[^']*)'/gms)].map(
        ([, names = '', from = '']) => ({
          from: relative(root, join(root, dirname(file), from)),
          names: names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type ')),
        }),
      )
    // how far somebody came in what they are looking at is told with it, not counted
    const looks = ['sql/reads/thread/thread_reader.ts', 'sql/reads/dm/dm_reader.ts']
    const counting = new Set(
      [...textOf].flatMap(([file, text]) =>
        /\bread_mark\b/.test(text) && file.startsWith('sql/') && !looks.includes(file) ? [file] : [],
      ),
    )
    expect([...counting]).to.include.members([
      'sql/reads/home/own_hubs.ts',
      'sql/reads/dm/dms.ts',
      'sql/reads/hub/hub_newest.ts',
    ])
    const begins = (file: string, name: string) =>
      textOf.get(file)?.includes(`export const ${name} = countingUnread(`) === true
    // what else is read of DMs counts no posts
    const opened = ['readDm', 'dmView', 'requestTimes', 'requestTo', 'isInDm']
    const wrong: string[] = []
    for (const file of counting) {
      for (const user of textOf.keys()) {
        const names = importsOf(user)
          .filter(({ from }) => from === file)
          .flatMap((one) => one.names)
        const bare = names.filter((name) => !begins(file, name) && !opened.includes(name))
        if (bare.length === 0) continue
        if (user.startsWith('src/reading/')) counting.add(user)
        else wrong.push(`${user} takes ${bare.join(', ')} of ${file}`)
      }
    }
    expect(wrong).to.deep.equal([])
  })
})
