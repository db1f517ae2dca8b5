import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { viewHtml } from '../../../src/http/mcp/view_resource.ts'

describe('the view that draws cards in a chat', () => {
  let page: string
  before(async () => {
    page = await viewHtml()
  })

  it('is one file of at most 85 KB as it travels', () => {
    expect(gzipSync(page, { level: 9 }).length).to.be.lessThan(85_000)
  })

  // SPEC: embedded view: one mcp
  it('loads nothing, and its policy allows the one script and the one style that stand in it', () => {
    const [style = ''] = /<style>[^]*<\/style>/.exec(page) ?? []
    expect(style).not.to.match(/@import|url\(/)
    expect(page.replaceAll(/>[^<]*[^]*?<\/(script|style)>/g, '>')).not.to.match(/src=|href=/)
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(policy).to.match(/^default-src 'none'; /)
    for (const [what, tag] of [
      ['script', 'script'],
      ['style', 'style'],
    ] as const) {
      const inside = [...page.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))].map(([, text]) => text ?? '')
      expect(inside, what).to.have.length(1)
      const hash = createHash('sha256').update(inside[0]!).digest('base64')
      expect(policy).to.include(`${what}-src 'sha256-${hash}'`)
    }
    expect(policy).to.include("require-trusted-types-for 'script'").and.include('trusted-types svc')
    expect(policy).to.not.match(/connect-src|img-src|https?:/)
  })
})
