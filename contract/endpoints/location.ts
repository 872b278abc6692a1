import * as z from 'zod/mini'
import { define, readMs } from '../endpoint.ts'
import { AnnouncementsAnswer, ConfigurationsAnswer, LocationAnswer } from '../schemas/location.ts'
import { Category, Menu, MenuBook, MenuItem, MenuItemCard, MenuMode } from '../schemas/menu.ts'

const Time = z.object({ time: z.optional(z.string()) })

/** Location and menus: the same for everybody (specification §7 *Location*, *Menus*). */
export const locationEndpoints = {
  getLocation: define({
    method: 'GET',
    path: '/location/:loc',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    answer: LocationAnswer,
    timeoutMs: readMs,
    cacheable: true,
  }),
  getConfigurations: define({
    method: 'GET',
    path: '/location/:loc/configurations',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    answer: ConfigurationsAnswer,
    timeoutMs: readMs,
    cacheable: true,
  }),
  listAnnouncements: define({
    method: 'GET',
    path: '/location/:loc/announcements',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    query: Time,
    answer: AnnouncementsAnswer,
    timeoutMs: readMs,
    cacheable: true,
  }),
  listMenus: define({
    method: 'GET',
    path: '/location/:loc/menus',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    query: z.object({
      sort: z.optional(z.string()),
      read_only: z.optional(z.string()),
      online_order: z.optional(z.string()),
      time: z.optional(z.string()),
    }),
    answer: z.object({ menus: z.array(Menu) }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  listCategories: define({
    method: 'GET',
    path: '/location/:loc/menu/:menu/categories',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    answer: z.object({ categories: z.array(Category) }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  listItems: define({
    method: 'GET',
    path: '/location/:loc/menu/:menu/category/:category/items',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    query: z.object({ minimize: z.optional(z.string()) }),
    answer: z.object({ items: z.array(MenuItemCard) }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  getItem: define({
    method: 'GET',
    path: '/location/:loc/menu/:menu/category/:category/item/:item',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    answer: z.object({ item: MenuItem }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  getMenuBook: define({
    method: 'GET',
    path: '/location/:loc/menubook',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    query: z.object({ mode: MenuMode }),
    answer: MenuBook,
    timeoutMs: readMs,
    cacheable: true,
  }),
}
