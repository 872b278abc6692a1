import type { ImportProblem } from './problem.ts'

import { offerRemedies } from './offer-remedies.ts'

/** What to do about a problem, for the person who wrote the file. Found by the text of its message, so that the importer's report stays one line. */
const remedies: readonly [RegExp, string][] = [
  ...offerRemedies,
  [/^not a price/, 'write dollars as text with a point and two decimals: "16.00"'],
  [/^not an external id/, 'use lowercase words with hyphens, as in "fish-tacos"'],
  [/^not a known field/, 'remove it, or check for a typo: merchants/README.md lists every field'],
  [/^is missing$/, 'add the field; merchants/README.md says what goes there'],
  [
    /^not a time zone/,
    'use a name of the IANA list with its place: "America/New_York" for Eastern time, "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage" or "Pacific/Honolulu"; "EST" or "PST" would know no summer time',
  ],
  [/^not a time of day/, 'write HH:MM; past midnight goes on counting: "25:00" is one in the morning'],
  [
    /^ends before it begins/,
    'past midnight goes on counting: ["17:00", "25:00"] is until one in the morning',
  ],
  [/^not a day of the calendar/, 'write a day that there is, as in "2026-11-26"'],
  [/^stands here twice/, 'give each date one entry, with all of its hours'],
  [
    /^has no hours on any day/,
    'give a day its hours, as in "monday": [["11:30", "16:00"]], or leave "served" out: then it is whenever the kitchen works',
  ],
  [
    /^has no file pictures\//,
    'put the file back, or the photograph into photos/, and run: npm run merchant -- pictures',
  ],
  [/^begins before the one ahead/, 'write the ranges of a day in the order of the clock, without overlap'],
  [/^no tax class is called/, 'add it to taxes.classes in location.json, or write a name that stands there'],
  [/^no rate is called/, 'add it to taxes.rates, or write a name that stands there'],
  [
    /^has no class "standard"/,
    'add { "id": "standard", "rates": […] }: it taxes every dish that names no class',
  ],
  [/^no design is called/, 'add it to gift_designs, or write an external_id that stands there'],
  [
    /^names the design of/,
    'write another of gift_designs, or leave it out: it then has one that no other card has',
  ],
  [/^is 100 percent or more/, 'write a share, not percent: "0.08875" is 8.875 percent'],
  [/^another (rate|class) is called/, 'give one of the two another id'],
  [
    /^comes to .* of the class "standard"/,
    'write that sum here: portals that know no classes estimate with it',
  ],
  [
    /^is 0, so no order is taxed/,
    'write your rate as a share: "0.08875" is 8.875 percent; where nothing is taxed, write taxes with a class "standard" that has no rates',
  ],
  [
    /look like alcohol|looks like alcohol/,
    'write "tax_class" at the dish, "standard" where it is taxed like food (merchants/README.md, Taxes)',
  ],
  [/^is no phone number/, 'write the number that guests call, as in "(212) 555-0100"'],
  [/^(is )?not the two letters of a state/, 'write them in capitals, as in "NY"'],
  [/^is \$[\d.]+: is that right/, 'look at the point: "17.45" is seventeen dollars and forty-five cents'],
  [
    /^is past, so nobody/,
    'write a later day, or take the code out; with its first day beside it ("starts") it may stay',
  ],
  [/^is past: /, 'take it out, or write the year that you mean'],
  [/^has codes, and settings\.promo_codes is off/, 'switch it on, or take the codes out'],
  [/^not a zip code/, 'write the five digits as text, as in "10011"; of a ZIP+4 the first five'],
  [/^names no zip code/, 'name those that you deliver to, or leave the field out to deliver everywhere'],
  [/^names "\d{5}" twice/, 'remove one of the two'],
  [
    /^is there, but ordering\.show_delivery_option is off/,
    'remove the list, or switch delivery on in ordering',
  ],
  [
    /^is for any address there is/,
    'name the zip codes that you deliver to: "delivery_zips": ["10011", "10001"]; others are refused before anybody pays',
  ],
  [/^does not have .*, where the restaurant is/, 'add it, unless you deliver everywhere but next door'],
  [
    /^links to nothing on any menu/,
    'write the address of a menu, a category or a dish that is there, as in "/menus/dinner", or remove the link',
  ],
  [
    /^takes orders (on a day|for times) that (is|are) closed/,
    'leave kitchen.hours out: then orders are taken while you are open; or take that day or time out there, too ([] for a day), or open it in hours',
  ],
  [
    /^is not read$/,
    'menus are menus/NN-name.json, with that ending in lowercase; beside that folder are host.json, location.json, options.json and places.json alone: rename it, or take it out',
  ],
  [/^shows menus, and there is none/, 'put a menu there, as menus/01-dinner.json, or switch it off'],
  [
    /on request, for what comes with it/,
    'say at its choices and toppings what they contain ("allergens"), or leave it so: guests read "on request"',
  ],
  [/^has no dish$/, 'add one, or remove the category: guests find an empty page'],
  [/^has no category$/, 'add one with its dishes, or remove the file: guests find an empty page'],
  [
    /^is empty, so no guest sees this menu/,
    'write ["browse", "order"], or one of the two, or remove the file',
  ],
  [/^has no hours, and online orders are on/, 'write the hours of your week, or switch online orders off'],
  [
    /^begins before \w+ is over/,
    'end the night before, or begin the day after it: "25:00" is one in the morning of the next day',
  ],
  [
    /^begins on \w+$/,
    'write it under that day, from "00:00" on: times from "24:00" are for a night that began before midnight',
  ],
  [
    /^takes online orders, and no menu/,
    'write "order" among the modes of a menu, or switch online orders off',
  ],
  [
    /^has hours, and no menu is served on a/,
    'give a menu hours on that weekday in its "served"; in other weeks your kitchen’s hours decide, as before',
  ],
  [
    /^must be a (whole )?number/,
    'write one of these, without quotes; merchants/README.md says what it is for',
  ],
  [/^is not taken here/, 'merchants/README.md says what goes there'],
  [
    /^should be text, not [\d.]+$/,
    'put it in quotes: amounts and zip codes are text, so that no cent and no zero is lost',
  ],
  [/^should be a boolean, not/, 'write true or false, without quotes'],
  [/^should be an object, not/, 'write it in braces, as fields with their values: { "name": … }'],
  [/^should be an array, not/, 'write it in square brackets, also where it is one or none: []'],
  [/^is not from 1 to 100/, 'write the percent that is taken off: 15 is 15 % off'],
  [/^must not be empty/, 'write what guests are to read'],
  [/^is a second "/, 'put both into one, and take the other out'],
  [
    /^is not what ".*" reads/,
    'write it as merchants/bella/location.json has it: a list where it has a list, text where it has text',
  ],
  [
    /^has no ".*", so its page is on without/,
    'copy it from merchants/bella/location.json and write your own words, or switch the page off in settings',
  ],
  [
    /^has (the character U\+|one half of a character|a character that nobody sees)/,
    'type this text anew: it came along with a copy from a PDF or a spreadsheet',
  ],
  [/^is a name of \d+ characters/, 'keep the name short, and put the rest into the description'],
  [/^has HTML, which guests read/, 'write the text alone: no <b>, no <br>, & in place of &amp;'],
  [
    /^has (a blank in it|a character that addresses write differently): /,
    'write it as one word, as in "golden-fork-1", before there are orders: then it never changes, and stays as it is',
  ],
  [
    /^is no typeface that comes with the site/,
    'write "Archivo Variable", "Big Shoulders Variable", "Bodoni Moda Variable", "Source Sans 3 Variable", "System Rounded" or "System Old Style"; another is seen only where a guest’s device has it',
  ],
  [/^must be an id/, 'write an id of its own, as in "golden-fork-1", which then never changes'],
  [
    /^names no host/,
    'write your own host name, as in "order.example.com"; until you have one, "<label>.localhost"',
  ],
  [/^takes nothing off$/, 'write the amount that is taken off, or remove the code'],
  [/^is an unused field$/, 'check for a typo (bella and its location.json have every field), or remove it'],
  [
    /^is an unknown page/,
    'check for a typo: pages are called about_page, privacy_page, terms_page, catering_page, gallery_page, reward_page, ready_to_pick_up and read_only_non_pos_page; beside them are seo, app_icon and others',
  ],
  [
    /^is on, and no gift card can be bought/,
    'switch on a way to buy one beside it: "send_card_by_email", "send_card_by_text", or "buy_card" in "card_management"',
  ],
  [/^sends cards by mail, and is off/, 'switch "enable" beside it on, too'],
  [/^is still the template’s address/, 'write your own address and phone number'],
  [
    /^is still the template’s placeholder, and hosts/,
    'write the address that guests come to, as in "https://order.example.com": links in emails lead there',
  ],
  [/^is still the template’s placeholder$/, 'write your own'],
  [
    /^leads to ".*", which is not among hosts/,
    'links in emails lead there and would find nobody: write one of hosts here, as in "https://order.example.com", or add the name to hosts',
  ],
  [
    /^is not encrypted/,
    'links in emails, as to a new password, lead there: begin it with https://, which phones need to work without a network, too',
  ],
  [
    /^keeps another time than/,
    'opening hours, the times of orders and last days go by it: write the zone of your town',
  ],
  [/^is still the template’s dish/, 'write your own dishes over it, or remove it'],
  [/^is the name of merchants\//, 'give one of the two menus another name: guests choose between them by it'],
  [/^not a rate/, 'write a share as text: "0.08875" is 8.875 percent'],
  [
    /^is missing, but settings\.rewards/,
    'add for example "reward_program": { "points": 250, "name": "$10.00 off", "amount": "10.00", "days": 90 }',
  ],
  [/^not a date/, 'write YYYY-MM-DD'],
  [/^no section is called/, 'define it in options.json, or write the name as it stands there'],
  [/^no such picture: .*, but/, 'write the name of one of these files: an address names the width, too'],
  [
    /^no such picture/,
    'put the photograph into photos/, run: npm run merchant -- pictures, and write its address with a width, as in "/pictures/gift-card-640.webp"',
  ],
  [/^no picture is called/, 'put the photograph into photos/ and run: npm run merchant -- pictures'],
  [/^another (menu|category|item|program)/, 'give one of the two another id'],
  [/is in this item twice$/, 'rename the id in one of the sections that the item uses'],
  [/one id has one price$/, 'give the dearer one an id of its own'],
  [/^has a contrast of|has a contrast of/, 'use the color that is offered, or a stronger one'],
  [
    /^needs either percent or amount/,
    'write one of the two, and not both: "percent": 15, or "amount": "5.00"',
  ],
  [/^another promo code/, 'give one of the two another code: small letters and capitals are the same'],
  [/^is before the day that it starts/, 'write the later of the two days here'],
  [/^is more than the uses of the code/, 'write a smaller number here, or a larger one in uses'],
  [
    /^must name orders, gift_cards or both/,
    'write one of the two names, or both, or leave the field out for orders alone',
  ],
  [/^would give gift cards away/, 'write a smaller percent, or take gift_cards out of applies_to'],
  [/^cannot be read \(ENOENT\)/, 'make the file, or start anew with: npm run merchant -- new <label>'],
  [/^cannot be read \(ENOTDIR\)/, 'make it a folder, and put the files into it'],
  [/^cannot be read \(EISDIR\)/, 'it is a folder: put the file in its place'],
  [/^cannot be read \(E(ACCES|PERM)\)/, 'let the user that runs Larder read it'],
  [/^is not UTF-8/, 'save the file as UTF-8: most editors ask for the encoding under Save As'],
  [/stands twice here$/, 'keep the right one, and take the other out'],
  [
    /^not JSON/,
    'look for a missing comma, quote or bracket on this line or the one above, for one too many, and for curly quotes',
  ],
  [
    /^not a host name/,
    'write the name alone, as in "order.example.com": no https://, no port, no slash; one with accents in its coded form, xn--…',
  ],
  [/^not a web address/, 'write the whole address, as in "https://order.example.com"'],
  [
    /^the folder’s name cannot be a host name/,
    'rename the folder: lowercase letters, digits and hyphens, 32 at most, as in "golden-fork"',
  ],
  [/^is a link to what is not there/, 'put back what it leads to, or remove the link'],
  [
    /is (the locationId|a host name) of merchants\//,
    'it is one restaurant’s alone: change it in the newer of the two folders; orders, cards and accounts hang on the older one’s',
  ],
  [
    /is the locationId of .* in the database$/,
    'was the folder renamed, start the server, which takes the new name over; a new restaurant needs a locationId of its own',
  ],
  [
    /is a host name of .* in the database$/,
    'choose another here; was it moved from one to the other, start the server, which takes both at once',
  ],
  [
    /^was ".*" until now, which all orders/,
    'put it back; for another restaurant by this name take the folder out, start once without it, and bring it back',
  ],
  [
    /^not the address of a picture: ""$/,
    'it is required here: begin it with /pictures/ or https://, as in "/pictures/gift-card-640.webp"',
  ],
  [
    /^not the address of a picture/,
    'begin it with /pictures/ or https://, as in "/pictures/gift-card-640.webp"',
  ],
]

/** One line of advice; undefined where the message says it all. */
export const findRemedy = (problem: ImportProblem): string | undefined =>
  hoursRemedy(problem) ?? pageRemedy(problem) ?? colorRemedy(problem) ?? findByWords(problem)

/** A page to import menus from belongs to no merchant. */
const pageRemedy = ({ file, message }: ImportProblem): string | undefined =>
  message.startsWith('cannot be read (ENOENT)') && !file.startsWith('merchants/')
    ? 'check for a typo in its path'
    : undefined

/** In host.json, a refused text is a color, a theme's choice or empty; only for a color does nothing else say how to write it. */
const colorRemedy = ({ field, message }: ImportProblem): string | undefined =>
  message.startsWith('is not taken here') && field.startsWith('theme.colours.')
    ? 'write it with # and six digits or letters up to f, as in "#1d5c63"'
    : undefined

/** For hours, the advice can state exactly what to write. */
function hoursRemedy({ field, message }: ImportProblem): string | undefined {
  const [, from, hour, minute] = /^ends before it begins: \["([\d:]+)","(\d+):(\d+)"\]/.exec(message) ?? []
  if (from !== undefined && Number(hour) <= 12)
    return `write ["${from}", "${Number(hour) + 24}:${minute}"] for until ${hour}:${minute} the next day: past midnight goes on counting`
  if (message.startsWith('should be a pair'))
    return 'write each time that you are open as a pair of its own: [["11:30", "16:00"], ["17:00", "22:30"]]'
  const place = /(?:^|\.)(?:hours|served)(?:\.([^.[]+))?$/.exec(field)
  if (!place) return undefined
  const [, day] = place
  if (message === 'not a known field')
    return 'days are called "monday", "tuesday", "wednesday", "thursday", "friday", "saturday" and "sunday", in lowercase'
  if (day !== undefined && message === 'is missing')
    return `write every day of the week; one without hours is "${day}": []`
  if (!message.startsWith('should be')) return undefined
  return day === undefined
    ? 'write every day with its hours: { "monday": [["11:30", "16:00"]], …, "sunday": [] }'
    : `write "${day}": [["11:30", "16:00"]], and for a day without hours "${day}": []`
}

const findByWords = ({ message }: ImportProblem): string | undefined =>
  remedies.find(([words]) => words.test(message))?.[1]
