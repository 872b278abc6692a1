import type { OrderNotification } from '#contract/rules/order-news.ts'
import type { CachedFile } from './cached-files.ts'

/** Values that the server writes into this script as it serves it, for one host and one language. */
declare const self: {
  __LARDER_PAGES__: CachedFile[]
  __LARDER_UNREAD__: Pick<OrderNotification, 'title' | 'body' | 'lang'>
}

/** This host's own pages. A new theme or menu makes a new revision, and so a new page. */
export const keptPages = (): CachedFile[] => self.__LARDER_PAGES__

/** The notification for a message that cannot be read. */
export const unreadWords = (): Pick<OrderNotification, 'title' | 'body' | 'lang'> => self.__LARDER_UNREAD__

/** The language of this worker's pages, for the calls that it makes: `es`. */
export const language = (): string | undefined => keptPages()[0]?.language
