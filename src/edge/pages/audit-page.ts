import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { atBasePath } from '../http/base-path.ts'
import { textsIn, unchanging } from '../http/compressed.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The path is the same for the sources and for the compiled files. */
const folder = join(dirname(fileURLToPath(import.meta.url)), '../../features/audit/verifier')

const AUDIT_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verify an audit trail</title>
<link rel="stylesheet" href="/audit/page.css">
<script src="/audit/page.mjs" type="module"></script>
</head>
<body>
<main>
<h1>Verify an audit trail</h1>
<p>Checks an export of the trail in this browser. Nothing is sent anywhere, and nobody needs to sign in.
The same as a program for Node.js: <a href="/audit/verify.mjs" download>verify.mjs</a>.</p>
<form>
<label for="export">Export, as NDJSON, CSV or JSON</label>
<input id="export" name="export" type="file" required accept=".ndjson,.csv,.json,text/csv,application/x-ndjson,application/json">
<label for="checkpoint">Checkpoint that you kept</label>
<textarea id="checkpoint" name="checkpoint" rows="6" spellcheck="false" aria-describedby="why"></textarea>
<label for="key">Public key that you wrote down</label>
<textarea id="key" name="key" rows="2" spellcheck="false"></textarea>
<label for="policy">Policy of witnesses, if each checkpoint must meet one</label>
<textarea id="policy" name="policy" rows="2" spellcheck="false"></textarea>
<p id="why">Without a checkpoint, the program finds changed records, but not a removed end or a rewritten trail.</p>
<button>Verify</button>
</form>
<output role="status" aria-live="polite"></output>
<noscript>This page needs JavaScript.</noscript>
</main>
</body>
</html>
`

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
form { display: grid; gap: .5rem; }
label { font-weight: 600; margin-top: .5rem; }
input, textarea, button { font: inherit; padding: .5rem; box-sizing: border-box; width: 100%; }
textarea { font-family: ui-monospace, monospace; font-size: .85rem; }
button { width: auto; justify-self: start; padding: .5rem 1.5rem; }
output { display: block; margin-top: 1rem; overflow-wrap: anywhere; }
output.right, output.wrong { border-left: .3rem solid #1a7f37; padding: .25rem 1rem; }
output.wrong { border-color: #cf222e; }
`

/** Serves a page that verifies an export of the audit trail, and the script that verifies. No sign-in is needed. */
export function auditPage(base: string): Router {
  const router = Router({ caseSensitive: true })
  const asked = { 'Cache-Control': 'no-cache' }
  router.get(
    '/audit',
    unchanging(async () => atBasePath(base, AUDIT_PAGE), { ...asked, 'Content-Security-Policy': POLICY }),
  )
  router.get(
    '/audit/page.css',
    unchanging(async () => STYLE, asked),
  )
  router.get(['/audit/verify.mjs', '/audit/page.mjs'], unchanging(textsIn(folder), asked))
  return router
}
