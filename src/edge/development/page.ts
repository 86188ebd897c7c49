import { escapeUTF8 as escaped } from 'entities'
import { DEMO_ORGANIZATIONS, type DemoOrganization } from '../../security/auth/demo-people.ts'

/** Content-Security-Policy of the page. Browsers send its form to this server only. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
section { margin: 1.5rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .5rem; }
button, input { font: inherit; padding: .5rem .75rem; box-sizing: border-box; }
.people button { text-align: left; cursor: pointer; }
.people span { display: block; font-size: .85rem; }
label { display: block; margin: .5rem 0; }
label input { display: block; width: 100%; max-width: 26rem; }
`

const hidden = (parameters: object) =>
  Object.entries(parameters)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(String(value))}">`)
    .join('\n')

const organization = ({ id, name, people }: DemoOrganization) => `<section aria-labelledby="${escaped(id)}">
<h2 id="${escaped(id)}">${escaped(name)}</h2>
<div class="people">
${people
  .map(
    (person) =>
      `<button name="person" value="${escaped(`${id}/${person.userId}`)}">${escaped(person.name)} <span>${person.role}</span></button>`,
  )
  .join('\n')}
</div>
</section>`

/** The page on which a developer chooses a person. The form returns the parameters of the authorization request. */
export const peoplePage = (parameters: object): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Who are you today?</title>
<link rel="stylesheet" href="/dev/page.css">
</head>
<body>
<main>
<h1>Who are you today?</h1>
<p>This page replaces the login of an identity provider, on this machine only. Each role has its own permissions,
and the organizations do not see each other's data.</p>
<form method="post" action="/dev/authorize">
${hidden(parameters)}
${DEMO_ORGANIZATIONS.map(organization).join('\n')}
</form>
<section aria-labelledby="somebody">
<h2 id="somebody">Somebody else</h2>
<p>A person who is not a member of any organization, for example to accept an invitation.</p>
<form method="post" action="/dev/authorize">
${hidden(parameters)}
<label>Name <input name="name" required autocomplete="off"></label>
<label>E-mail address <input name="email" type="email" required autocomplete="off"></label>
<button>Continue</button>
</form>
</section>
</main>
</body>
</html>
`
