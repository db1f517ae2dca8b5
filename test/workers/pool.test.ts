import { expect } from 'chai'
import { changeHtml } from '../../src/render/marks/change.ts'
import type { Body } from '../../src/render/body.ts'
import { minutes } from '../../src/rules/units.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { renderPool } from '../../workers/pool.ts'
import { until } from '../support/until.ts'

const body = (key: string, text: string, fields: Partial<Body> = {}): Body => ({
  key,
  text: untrusted(text),
  as: 'html',
  labels: false,
  origin: 'https://hub.example',
  ...fields,
})

describe('the render threads', () => {
  it('print a long document and keep what they printed', async () => {
    const pool = renderPool({ threads: 1 })
    let asked = 0
    const print = () =>
      pool.print((fragment) => {
        asked++
        return fragment(body('a:0', `**bold** ${'word '.repeat(2_000)}`))
      })
    expect(await print()).to.match(/^<p><strong>bold<\/strong> word/)
    expect(await print()).to.match(/^<p><strong>bold<\/strong> word/)
    expect(asked, 'twice for the first, once for the second').to.equal(3)
    await pool.close()
  })

  it('print an edited text anew', async () => {
    const pool = renderPool({ threads: 1 })
    expect(await pool.print((fragment) => fragment(body('a:0', 'before')))).to.equal('<p>before</p>\n')
    expect(await pool.print((fragment) => fragment(body('a:1', 'after')))).to.equal('<p>after</p>\n')
    await pool.close()
  })

  it('print what a suggestion changes as far as each page has room for it', async () => {
    const pool = renderPool({ threads: 1 })
    const shown = (changed: string, cut: boolean) =>
      pool.print(
        (fragment) =>
          changeHtml({ key: 'edt_1', changed: untrusted(changed), cut, origin: 'https://hub.example' }, fragment).text,
      )
    const whole = '- Mix at 78 %.\n+ Mix at 75 %.'
    expect(await shown(whole.slice(0, 16), true), 'cut before what is added').to.contain('There is more of it.')
    expect(await shown(whole, false))
      .to.contain('<ins>75')
      .and.not.to.contain('There is more of it.')
    expect(await shown(whole.slice(0, 12), true)).not.to.contain('%')
    await pool.close()
  })

  it('show a text that takes too long as it was written', async () => {
    const pool = renderPool({ threads: 1, taskTimeout: 1 })
    const text = `<b>${'*a '.repeat(20_000)}`
    expect(await pool.print((fragment) => fragment(body('a:0', text)))).to.match(/^<pre>&lt;b&gt;\*a /)
    await pool.close()
  })

  it('label the links of an author without reach also in a text that takes too long', async () => {
    const text = `[here](https://evil.example/a) ${'![ '.repeat(190_000)}`
    for (const as of ['html', 'markdown'] as const) {
      const pool = renderPool({ threads: 1, taskTimeout: 1 })
      const shown = await pool.print((fragment) => fragment({ ...body('b:0', text), as, labels: true }))
      expect(shown, as).to.match(/^(?:<pre>|~~~~text\n)here \[link to evil\.example\] !\[ /)
      expect(shown, as).not.to.contain('evil.example/a')
      await pool.close()
    }
  })

  it('limit how long a text takes, and not how long others before it take or a thread to start', async () => {
    const text = (n: number) => body(`c${n}:0`, `**bold** ${'*a* [b](https://c.example) '.repeat(2_000)}`)
    const warm = renderPool({ threads: 1 })
    await warm.print((fragment) => fragment(text(0)))
    const from = performance.now()
    await warm.print((fragment) => fragment(text(1)))
    const taken = performance.now() - from
    await warm.close()

    // what waits for its turn is told apart in the next test
    const pool = renderPool({ threads: 1, taskTimeout: taken * 20, waitTimeout: minutes(1) })
    const printed = Array.from({ length: 60 }, (_, n) => pool.print((fragment) => fragment(text(n))))
    const behindThem = pool.scanSecrets([{ field: 'body', text: 'Nothing to see.' }])
    for (const shown of await Promise.all(printed)) expect(shown).to.match(/^<p><strong>bold/)
    expect(await behindThem).to.deep.equal([])
    await pool.close()
  })

  it('answer busy for a text that waits too long for its turn, and print it whole afterwards', async () => {
    const pool = renderPool({ threads: 1, waitTimeout: 1 })
    const print = () => pool.print((fragment) => fragment(body('a:0', `**bold** ${'word '.repeat(5_000)}`)))
    expect(await print().catch((error: { code: string }) => error.code), 'a thread takes longer to start').to.equal(
      'busy',
    )
    await until(
      () =>
        print().then(
          (shown) => shown.startsWith('<p><strong>bold'),
          () => false,
        ),
      'a thread has started, and prints it',
    )
    await pool.close()
  })

  it('answer busy when too many documents wait', async () => {
    const pool = renderPool({ threads: 1, queuePerThread: 1 })
    const prints = Array.from({ length: 20 }, (_, n) =>
      pool
        .print((fragment) => fragment(body(`a${n}:0`, 'word '.repeat(5_000))))
        .catch((error: { code: string }) => error.code),
    )
    const answers = await Promise.all(prints)
    expect(answers).to.include('busy')
    expect(answers.filter((answer) => answer.startsWith('<p>word'))).to.have.length.greaterThan(0)
    await pool.close()
  })

  it('find what looks like a secret', async () => {
    const pool = renderPool({ threads: 1 })
    const found = await pool.scanSecrets([
      { field: 'body', text: '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----' },
    ])
    expect(found.map(({ field }) => field)).to.deep.equal(['body'])
    await pool.close()
  })
})
