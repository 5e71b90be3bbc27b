'use strict';

const REFRESH_MS = 1_500;
const NOTICE_MS = 5_000;

const $ = (id) => document.getElementById(id);
let phones = [];
let numbers = [];
let chosen = location.hash.slice(1);
let shownList = '';
let shownChat = '';
/** The message that the next one answers. */
let replyTo = null;

/** Creates an element with text content: what people write is never parsed as markup. */
function element(name, className, ...children) {
  const node = document.createElement(name);
  node.className = className;
  node.append(...children);
  return node;
}

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

let noticeTimer;
function notice(text) {
  $('notice').textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => ($('notice').textContent = ''), NOTICE_MS);
}

/** Runs an action of the user, shows its result, and refreshes. */
async function act(work, done) {
  try {
    await work();
    if (done) notice(done);
  } catch (error) {
    notice(error.message);
  }
  await refresh();
}

function linkedText({ linked_devices: count }) {
  if (count === 0) return 'not linked';
  return count === 1 ? 'linked' : `${count} devices`;
}

/** Describes the state of a number on the provider's cloud. */
function numberText({ registered, removed, restricted }) {
  if (removed) return 'removed';
  if (restricted) return 'restricted';
  return registered ? 'registered' : 'not registered';
}

function isGood({ linked_devices: count, registered, removed, restricted }) {
  return Boolean(count || (registered && !removed && !restricted));
}

function statusText(entry) {
  return 'phone_number_id' in entry ? numberText(entry) : linkedText(entry);
}

function badge(entry) {
  return element('span', isGood(entry) ? 'badge linked' : 'badge', statusText(entry));
}

/** An entry of the list: a phone, or a number on the provider's cloud. */
function itemOf(entry) {
  const label = element('span', '', entry.name, element('small', '', `+${entry.digits}`));
  const button = element('button', '', label, badge(entry));
  button.type = 'button';
  button.setAttribute('aria-current', String(entry.digits === chosen));
  button.addEventListener('click', () => choose(entry.digits));
  return element('li', '', button);
}

function showList() {
  const version = JSON.stringify([chosen, phones, numbers]);
  if (version === shownList) return;
  shownList = version;
  const focused = document.activeElement?.closest('nav ul');
  $('phones').replaceChildren(...phones.map(itemOf));
  $('numbers').replaceChildren(...numbers.map(itemOf));
  $('cloud').hidden = numbers.length === 0;
  focused?.querySelector('[aria-current="true"]')?.focus();
}

function showBusinesses() {
  const linked = phones.filter((phone) => phone.linked_devices > 0 && phone.digits !== chosen);
  const businesses = [...linked, ...numbers];
  $('businesses').replaceChildren(
    ...businesses.map(({ name, digits }) => {
      const option = element('option', '', name);
      option.value = digits;
      return option;
    }),
  );
  const to = $('write').elements.to;
  if (!to.value && businesses.length > 0) to.value = businesses[0].digits;
}

/** A number on the provider's cloud has no phone to write with: its business sends through the API. */
function showChosen(phone, number) {
  const entry = phone ?? number;
  $('phone').hidden = !entry;
  $('welcome').hidden = Boolean(entry);
  if (!entry) return;
  $('name').textContent = entry.name;
  $('number').textContent = `+${entry.digits}`;
  $('badge').textContent = statusText(entry);
  $('badge').className = isGood(entry) ? 'badge linked' : 'badge';
  $('write').hidden = !phone;
  $('cards').hidden = !phone;
  if (!phone) return;
  $('unlink').disabled = phone.linked_devices === 0;
  $('marketing').textContent = phone.marketing === 'stop' ? 'Allow marketing' : 'Stop marketing';
}

/** The types that the browser can show or play; any other is a file to download. */
const players = { image: 'img', sticker: 'img', video: 'video', audio: 'audio' };

/** A message's media: a picture, a player or a link. Media received by a Cloud number is on the phone that sent it. */
function mediaOf(message) {
  const owner = phones.some(({ digits }) => digits === chosen) ? chosen : message.from;
  const url = `/phones/${owner}/messages/${encodeURIComponent(message.chat_message_id)}/media`;
  const name = message.media.filename || message.type;
  const player = players[message.type];
  if (!player) {
    const link = element('a', '', name);
    link.href = url;
    link.download = name;
    return link;
  }
  const node = element(player, '');
  node.src = url;
  if (player === 'img') node.alt = name;
  else node.controls = true;
  return node;
}

/** The buttons and rows of a message, to be pressed on the phone that received it. */
function buttonsOf({ chat_message_id: id, to, interactive }) {
  const { buttons = [], sections = [] } = interactive.action ?? {};
  const choices = [...buttons.map(({ reply }) => reply), ...sections.flatMap(({ rows = [] }) => rows)];
  return choices.filter(Boolean).map((choice) => {
    const button = element('button', 'choice', choice.title);
    button.type = 'button';
    button.disabled = to !== chosen;
    button.addEventListener('click', () => {
      void act(() =>
        call('POST', `/phones/${to}/messages/${encodeURIComponent(id)}/press`, { choice: choice.id }),
      );
    });
    return button;
  });
}

/** What a message quotes, or reacts to. */
function quoteOf({ reply_to: answered, reaction }, messages) {
  const named = answered ?? reaction?.message_id;
  if (!named) return [];
  const original = messages.find(({ chat_message_id: id }) => id === named);
  const words = original
    ? (original.text ?? original.caption ?? `(${original.type})`)
    : '(a message that is not here)';
  return [element('blockquote', '', words.length > 80 ? `${words.slice(0, 80)}…` : words)];
}

/** What a person can do with a message of somebody else. */
function answersTo({ chat_message_id: id, from }) {
  const react = element('button', 'quiet', '👍');
  react.type = 'button';
  react.title = 'React';
  react.addEventListener('click', () => {
    const reaction = { message_id: id, emoji: '👍' };
    void act(() => call('POST', `/phones/${chosen}/messages`, { to: from, type: 'reaction', reaction }));
  });
  const reply = element('button', 'quiet', '↩');
  reply.type = 'button';
  reply.title = 'Answer';
  reply.addEventListener('click', () => {
    const { to, text } = $('write').elements;
    to.value = from;
    replyTo = id;
    text.placeholder = 'Write an answer';
    text.focus();
  });
  return [reply, react];
}

/** Returns the content of a message as nodes. */
function contentOf(message) {
  const { media, text, caption, location, reaction, contacts, interactive } = message;
  const words = text ?? caption;
  const nodes = media ? [mediaOf(message)] : [];
  if (location) {
    const title = [location.name, location.address].filter(Boolean).join(', ');
    nodes.push(`📍 ${location.latitude}, ${location.longitude} ${title}`);
  }
  if (reaction) nodes.push(reaction.emoji || '(took a reaction back)');
  for (const { name } of contacts ?? []) nodes.push(`👤 ${name?.formatted_name ?? ''}`);
  if (words) nodes.push(words);
  if (interactive) nodes.push(...buttonsOf(message));
  return nodes.length > 0 ? nodes : [`(${message.type})`];
}

function showChat(messages) {
  const version = JSON.stringify([chosen, messages]);
  if (version === shownChat) return;
  shownChat = version;
  const isPhone = phones.some(({ digits }) => digits === chosen);
  $('chat').replaceChildren(
    ...messages.map((message) => {
      const isMine = message.from === chosen;
      const other = isMine ? `to +${message.to}` : `from +${message.from}`;
      const time = new Date(message.sent_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
      const read = message.read_at ? ' · read' : '';
      return element(
        'li',
        isMine ? 'mine' : '',
        ...quoteOf(message, messages),
        ...contentOf(message),
        element('small', '', `${other} · ${time}${read} `, ...(isMine || !isPhone ? [] : answersTo(message))),
      );
    }),
  );
  $('chat').scrollTop = $('chat').scrollHeight;
}

async function refresh() {
  try {
    ({ phones } = await call('GET', '/phones'));
    ({ numbers } = await call('GET', '/cloud/numbers'));
    const phone = phones.find(({ digits }) => digits === chosen);
    const number = numbers.find(({ digits }) => digits === chosen);
    showList();
    showBusinesses();
    showChosen(phone, number);
    if (phone) showChat((await call('GET', `/phones/${phone.digits}/chats`)).messages);
    else if (number) showChat((await call('GET', `/cloud/numbers/${number.digits}/messages`)).messages);
  } catch {
    notice('The sandbox does not answer.');
  }
}

function answerNothing() {
  replyTo = null;
  $('write').elements.text.placeholder = 'Write a message';
}

function choose(digits) {
  chosen = digits;
  answerNothing();
  location.hash = digits;
  $('write').reset();
  $('link').reset();
  void refresh();
}

function readFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error('The picture could not be read.'));
    reader.readAsDataURL(file);
  });
}

async function link() {
  const { code, picture } = $('link').elements;
  const text = code.value.trim();
  const qr = picture.files[0] ? await readFile(picture.files[0]) : text;
  await call('POST', `/phones/${chosen}/link`, qr.startsWith('data:') ? { qr } : { pairing_code: text });
  $('link').reset();
}

async function readEverything() {
  const { messages } = await call('GET', `/phones/${chosen}/messages`);
  for (const from of new Set(messages.map((message) => message.from))) {
    await call('POST', `/phones/${chosen}/read`, { from });
  }
}

function onSubmit(id, work, done) {
  $(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void act(work, done);
  });
}

onSubmit('add', async () => {
  const { digits, name } = $('add').elements;
  await call('PUT', `/phones/${digits.value}`, name.value.trim() ? { name: name.value } : {});
  choose(digits.value);
  $('add').reset();
});
onSubmit('link', link, 'Linked.');
/** Returns the message in the form: a file with its caption, or a text. */
async function written() {
  const { text, file, ptt } = $('write').elements;
  const [chosenFile] = file.files;
  if (!chosenFile) return { text: text.value };
  const [family] = chosenFile.type.split('/');
  const type = ['image', 'video', 'audio'].includes(family) ? family : 'document';
  const caption = type !== 'audio' && text.value ? { caption: text.value } : {};
  return {
    type,
    media: await readFile(chosenFile),
    filename: chosenFile.name,
    ptt: type === 'audio' && ptt.checked,
    ...caption,
  };
}

onSubmit('write', async () => {
  const { to, text, file } = $('write').elements;
  if (!text.value && !file.files[0]) return;
  const answered = replyTo ? { reply_to: replyTo } : {};
  await call('POST', `/phones/${chosen}/messages`, { to: to.value, ...answered, ...(await written()) });
  answerNothing();
  text.value = '';
  file.value = '';
});
$('read').addEventListener('click', () => void act(readEverything, 'The chats are read.'));
$('unlink').addEventListener('click', () => {
  void act(() => call('POST', `/phones/${chosen}/unlink`), 'The devices are removed.');
});
$('marketing').addEventListener('click', () => {
  const phone = phones.find(({ digits }) => digits === chosen);
  const marketing = phone.marketing === 'stop' ? 'on' : 'stop';
  void act(() => call('PUT', `/phones/${chosen}`, { marketing }));
});

void refresh();
setInterval(() => void refresh(), REFRESH_MS);
