import 'virtual:larder-theme.css'
import './lib/paint/styles/base.css'
import './lib/paint/styles/fonts.css'
import { readHostFacts } from './launch/host-facts.ts'
import { guardScripts } from './launch/script-policy.ts'
import { loadLanguage } from './launch/load-language.ts'
import { startPortal } from './launch/start.tsx'

const facts = readHostFacts(document)
// Before anything else: from here on no text becomes a script.
guardScripts({ origin: location.origin, payments: facts.payments.provider })
void loadLanguage(document, location.pathname, facts.host.words).then(() => startPortal(facts))
