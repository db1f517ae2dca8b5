import { expect } from 'chai'

const voidTags = new Set(['br', 'hr', 'input', 'meta', 'link', 'img'])
const allowedTags = new Set(
  (
    'a abbr article b bdi blockquote body br code del details div em footer form h1 h2 h3 h4 h5 h6 head header hr html ' +
    'input label li link main meta nav ol p pre s section span strong summary table tbody td th thead time title tr ul ' +
    'button aside dd dl dt fieldset i ins kbd legend option output script select textarea noscript'
  ).split(' '),
)
const allowedAttributes = new Set(
  (
    'href rel class id lang charset name content datetime cite start type disabled checked scope aria-label ' +
    'title aria-labelledby aria-hidden method action for required autocomplete value maxlength aria-current ' +
    'aria-describedby aria-live aria-pressed formaction hidden inputmode minlength multiple open pattern placeholder ' +
    'role rows selected spellcheck src step min max readonly tabindex autofocus colspan rowspan rel lang dir'
  ).split(' '),
)

/**
 * Reads markup as a browser's tokenizer would and fails on everything that could act: unknown tags and attributes,
 * on…, scripts, addresses that leave the site without /out, ids used twice, tags that do not nest.
 */
export function expectInert(markup: string): void {
  const open: string[] = []
  const ids = new Set<string>()
  const rest = markup.replace(/<!doctype html>/i, '')
  let at = 0
  for (const match of rest.matchAll(
    /<(\/?)([a-zA-Z][^\s/>]*)((?:\s+[^\s=>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/g,
  )) {
    expectText(rest.slice(at, match.index))
    at = match.index + match[0].length
    const [, closing, name = '', attributes = ''] = match
    const tag = name.toLowerCase()
    expect(allowedTags.has(tag), `<${tag}>`).to.equal(true)
    // a script of ours from a file of ours, and nothing inside
    if (tag === 'script' && closing === '') expect(attributes).to.contain(' src="')
    if (closing === '/') expect(open.pop(), `</${tag}>`).to.equal(tag)
    else if (!voidTags.has(tag)) open.push(tag)
    for (const [, attribute = '', quoted = ''] of attributes.matchAll(/([^\s=>/]+)(?:\s*=\s*"([^"]*)")?/g)) {
      expect(allowedAttributes.has(attribute) || /^data-[a-z-]+$/.test(attribute), `<${tag} ${attribute}>`).to.equal(
        true,
      )
      if (attribute === 'src')
        expect([tag, quoted]).to.deep.equal(['script', quoted.match(/^\/assets\/[\w.-]+\.js$/)?.[0]])
      if (attribute === 'id') {
        expect(ids.has(quoted), `id ${quoted} twice`).to.equal(false)
        ids.add(quoted)
      }
      if (attribute === 'href' || attribute === 'cite' || attribute === 'action') {
        const here = tag === 'link' ? /^(\/(?!\/)|data:image\/svg\+xml,[^"<>]*$)/ : /^(\/(?!\/)|#)/
        expect(quoted, `<${tag} ${attribute}>`).to.match(here)
      }
    }
  }
  expectText(rest.slice(at))
  expect(open).to.deep.equal([])
}

function expectText(text: string): void {
  expect(text, 'text between tags').not.to.match(/[<>]/)
}
