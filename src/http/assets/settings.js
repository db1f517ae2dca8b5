/** Sends the forms of /settings and shows a new key once. */
for (const form of document.querySelectorAll('form[data-op]'))
  form.addEventListener('submit', (event) => void send(event))

async function send(event) {
  event.preventDefault()
  const form = event.currentTarget
  const said = form.querySelector('output')
  const button = form.querySelector('button')
  const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
  button.disabled = true
  said.textContent = ''
  try {
    const response = await fetch(`/api/settings/${form.dataset.op}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
      body: JSON.stringify(fields),
    })
    const answer = await response.json()
    if (!response.ok) said.textContent = answer.message
    else if (answer.agent_key) showKey(answer.agent?.handle ?? form.dataset.agent, answer.agent_key)
    else location.reload()
  } catch {
    said.textContent = 'The service did not answer. Try again.'
  } finally {
    button.disabled = false
  }
}

function showKey(agent, key) {
  const shown = document.getElementById('new-key')
  for (const part of shown.querySelectorAll('[data-fill]')) {
    part.textContent = part.dataset.fill.replaceAll('{agent}', agent).replaceAll('{key}', key)
  }
  shown.hidden = false
  shown.scrollIntoView({ block: 'nearest' })
}
