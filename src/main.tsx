import 'virtual:larder-theme.css'
import './lib/paint/styles/base.css'
import './lib/paint/styles/fonts.css'
import { startPortal } from './launch/start.tsx'

void startPortal()
