import type { OrderNotification } from '#contract/rules/order-news.ts'
import type { CachedFile } from './cached-files.ts'

/** What the server writes into this script when it hands it out, for one host and one language. */
declare const self: {
  __LARDER_PAGES__: CachedFile[]
  __LARDER_UNREAD__: Pick<OrderNotification, 'title' | 'body' | 'lang'>
}

/** This host's own pages: a new theme or menu is a new revision, and so a new page. */
export const keptPages = (): CachedFile[] => self.__LARDER_PAGES__

/** What is shown for a message that cannot be read. */
export const unreadWords = (): Pick<OrderNotification, 'title' | 'body' | 'lang'> => self.__LARDER_UNREAD__

/** The language of this worker's pages, for the calls that it makes itself: `es`. */
export const language = (): string | undefined => keptPages()[0]?.language
