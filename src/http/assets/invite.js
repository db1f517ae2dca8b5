/** Reads the invite behind the # of its link, says what it is for, and takes the seat when asked to. */
const said = document.getElementById('said')
const form = document.querySelector('form[data-join]')
const token = location.hash.slice(1) || sessionStorage.getItem('invite') || ''
// the token stands in no history from here on, and outlives a visit to the sign-in page in this tab alone
if (location.hash !== '') {
  sessionStorage.setItem('invite', token)
  history.replaceState(null, '', location.pathname)
}
form.addEventListener('submit', (event) => void join(event))
void look()

async function look() {
  if (token === '') {
    said.textContent = 'This page needs the whole link, with what stands behind the #.'
    return
  }
  const invite = await ask('/api/invite-preview', { token })
  if (!invite) return
  said.textContent = `${invite.invitedBy} invites you to the ${invite.kind} “${invite.title}”, as ${invite.role}.`
  form.hidden = form.dataset.guest !== undefined && !invite.guestJoin
}

async function join(event) {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  const joined = await ask(form.dataset.join, { ...Object.fromEntries(new FormData(form)), token })
  button.disabled = false
  if (!joined) return
  sessionStorage.removeItem('invite')
  location.assign(joined.path)
}

/** The answer; undefined after a refusal, which is said. */
async function ask(path, body) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (response.ok) return answer
    said.textContent = answer.message
  } catch {
    said.textContent = 'The service did not answer. Try again.'
  }
  return undefined
}
