import type { McpTool } from '..';

/** Sending has many members. Each tool takes few of them, so that an agent is not lost in what it does not need. */
export const sendTools: readonly McpTool[] = [
  {
    name: 'reply',
    description: 'Sends a text in a conversation that exists.',
    level: 'answer',
    takes: ['conversation_id', 'message', 'reply_to'],
    needs: ['conversation_id', 'message'],
    conversation: 'conversation_id',
  },
  {
    name: 'send_text',
    description: 'Sends a text to any number. To answer in a conversation, use reply.',
    level: 'write',
    takes: ['mobile_code', 'mobile', 'chat_account_id', 'message'],
    needs: ['mobile_code', 'mobile', 'message'],
  },
  {
    name: 'send_file',
    description:
      'Sends one file from a public URL, to a number or in a conversation; message is its caption.',
    level: 'write',
    takes: [
      'mobile_code',
      'mobile',
      'conversation_id',
      'chat_account_id',
      'image_url',
      'document_url',
      'video_url',
      'audio_url',
      'filename',
      'message',
    ],
  },
];
