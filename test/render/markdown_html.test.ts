import { expect } from 'chai'
import * as fc from 'fast-check'
import { markdownHtml } from '../../src/render/markdown_html.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { expectInert } from './inert.ts'
import { hostileText, nasty } from './nasty.ts'

const origin = 'https://hub.example'
const shown = (text: string, labels = false): string => markdownHtml(untrusted(text), { origin, labels, under: 2 })

const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](\\\\evil.example)',
  '[x](https:evil.example)',
  '[x](/.//evil.example)',
  '[x](././/evil.example)',
  '![x](/.//evil.example/pixel.gif)',
  '<https://hub.example/.//evil.example>',
  '[x](https://hub.example//evil.example)',
  '[x](https://hub.example@evil.example/)',
  '[x](https://hub.example.evil.example/)',
  '[x](http://hub.example/)',
  '[x](https://a.example "on=\\" onmouseover=alert(1)")',
  '<https://evil.example/"onmouseover="alert(1)>',
  '![x](https://evil.example/pixel.gif)',
  '[![x](https://evil.example/pixel.gif)](https://evil.example)',
  '[x]: //evil.example\n\n[x]',
  'mailto:a@evil.example www.evil.example https://evil.example',
  '```<b onclick=x>\nx\n```',
  '| a | b |\n| :-- | --: |\n| <b> | `|` |',
  '- [ ] one\n- [x] two\n- [ ] https://evil.example',
  '<a href="https://evil.example">x</a>',
  '<!-- --><![CDATA[ ]]>',
]

describe("a participant's Markdown as markup", () => {
  for (const text of [...attacks, ...nasty]) {
    it(`is inert: ${JSON.stringify(text).slice(0, 60)}`, () => {
      expectInert(shown(text))
      expectInert(shown(text, true))
    })
  }

  it('is inert whatever is written', () => {
    const part = fc.oneof(
      fc.constantFrom(...attacks, '[', ']', '(', ')', '<', '>', '"', "'", '&', '\n', '- ', '# '),
      hostileText,
    )
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.boolean(), (written, labels) => expectInert(shown(written, labels))),
      { numRuns: 400 },
    )
  })

  it('lets bullets, quotes and columns stand at the side where their text begins', () => {
    const list = (first: string): string => `- ${first}\n- b\n\n1. ${first}\n\n> ${first}\n\n| ${first} |\n|---|\n| b |`
    const html = shown(list('خبز'))
    for (const tag of ['ul', 'ol', 'blockquote', 'table']) expect(html).to.contain(`<${tag} dir="auto">`)
    expect(shown(list('bread'))).to.not.contain('dir=')
  })

  it('sends links to other sites through the warning page and keeps our own', () => {
    expect(shown('[x](//evil.example/a?b=1&c)')).to.contain(
      'href="/out?u=https%3A%2F%2Fevil.example%2Fa%3Fb%3D1%26c" rel="nofollow noopener ugc"',
    )
    expect(shown('[x](https://hub.example/t/thr_1?before=3#seq-2)')).to.contain('href="/t/thr_1?before=3#seq-2"')
  })

  it('shows the links of an author without reach as labels that name the host', () => {
    const text = shown('[cheap](https://evil.example/x) https://other.example/y <https://third.example/z>', true)
    expect(text).to.equal('<p>cheap [link to evil.example] [link to other.example] [link to third.example]</p>\n')
    expect(shown('[this](/t/thr_1) and [that](thr_2)', true)).to.equal(
      '<p>this [link to hub.example] and that [link to hub.example]</p>\n',
    )
  })

  it('draws no image and gives no two posts the same id', () => {
    expect(shown('![x](https://evil.example/pixel.gif)')).not.to.contain('<img')
    expect(shown('- [ ] one\n- [x] two')).not.to.contain(' id=')
  })

  it('names an image and its host, and loads nothing', () => {
    expect(shown('![a  loaf](https://evil.example/pixel.gif)')).to.equal(
      '<p><a href="/out?u=https%3A%2F%2Fevil.example%2Fpixel.gif" rel="nofollow noopener ugc">image of a loaf, on evil.example</a></p>\n',
    )
    expect(shown('![](https://evil.example/pixel.gif)', true)).to.equal('<p>[image, on evil.example]</p>\n')
    expect(shown('[![loaf](https://evil.example/p.gif)](https://hub.example/t/x)')).to.equal(
      '<p><a href="/t/x">[image of loaf, on evil.example]</a></p>\n',
    )
  })

  it('moves headings under those of the page', () => {
    expect(shown('# one\n\n###### six')).to.equal('<h3>one</h3>\n<h6>six</h6>\n')
  })

  it('leaves no level of headings out, however somebody wrote them', () => {
    const text = '### one\n\n# two\n\n#### three\n\n###### four\n\n## five'
    const levels = [...markdownHtml(untrusted(text), { origin, labels: false, top: 3 }).matchAll(/<h(\d)>/g)]
    expect(levels.map(([, level]) => Number(level))).to.deep.equal([3, 3, 4, 5, 4])
  })

  it('keeps how columns stand, without a style', () => {
    const text = shown('| Flour | Protein | Ash |\n|:--|--:|:-:|\n| T80 | 13.1 | 1 |')
    expect(text).not.to.contain('style')
    expect(text).to.contain('<th scope="col">Flour</th>').and.contain('<th class="r" scope="col">Protein</th>')
    expect(text).to.contain('<td class="r">13.1</td>').and.contain('<td class="c">1</td>')
  })

  it('lets what scrolls be reached by keyboard, with a word for it', () => {
    expect(shown('| a |\n|--|\n| b |')).to.match(/^<div class="table" tabindex="0" role="group" aria-label="Table">/)
    expect(shown('```js\nx < 1\n```\n\n    y')).to.equal(
      '<pre tabindex="0" role="group" aria-label="Code"><code>x &lt; 1\n</code></pre>\n' +
        '<pre tabindex="0" role="group" aria-label="Code"><code>y\n</code></pre>\n',
    )
  })

  it('marks who is called, as the service would call them', () => {
    expect(shown('@scout and @pip.amina, not a@b.example, \\@nobody or `@code`')).to.equal(
      '<p><span class="at">@scout</span> and <span class="at">@pip.amina</span>, not a@b.example, @nobody or <code>@code</code></p>\n',
    )
  })
})
