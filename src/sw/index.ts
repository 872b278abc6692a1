/// <reference lib="webworker" />
import { followLifecycle } from './lifecycle.ts'
import { loadSendingOnInstall } from './load-sending.ts'
import { listenForMessages } from './messages.ts'
import { listenForPushes } from './push.ts'
import { routePictures } from './pictures.ts'
import { routePastWorker, routeShell } from './shell.ts'
import { wakeOutbox } from './background-sync.ts'

/** The offline worker's events; each file beside this one has one purpose. API calls are never answered here (docs/decisions/002). */
followLifecycle()
loadSendingOnInstall()
routePastWorker()
routeShell()
routePictures()
wakeOutbox()
listenForMessages()
listenForPushes()
