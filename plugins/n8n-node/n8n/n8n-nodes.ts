/**
 * The labels of the nodes that every n8n has, without "Trigger": those of n8n-nodes-base 2.41.2 and
 * @n8n/n8n-nodes-langchain 2.41.1.
 */
const labels = `
Action Network|ActiveCampaign|Acuity Scheduling|Adalo|Affinity|Aggregate|Agile CRM|AI Agent|AI Agent Tool|Airtable|
Airtop|AMQP|AMQP Sender|Anthropic|Anthropic Chat Model|APITemplate.io|Asana|Auto-fixing Output Parser|Autopilot|
AWS Bedrock Chat Model|AWS Certificate Manager|AWS Cognito|AWS Comprehend|AWS DynamoDB|AWS ELB|AWS IAM|AWS Lambda|
AWS Rekognition|AWS S3|AWS SES|AWS SNS|AWS SQS|AWS Textract|AWS Transcribe|Azure AI Search Vector Store|
Azure Cosmos DB|Azure OpenAI Chat Model|Azure Storage|BambooHR|Bannerbear|Baserow|Basic LLM Chain|Beeminder|Bitbucket|
Bitly|Bitwarden|Box|Brandfetch|Brevo|Bubble|Cal.com|Calculator|Calendly|Call n8n Workflow Tool|
Character Text Splitter|Chargebee|Chat|Chat Memory Manager|Chroma Vector Store|CircleCI|Clearbit|ClickUp|Clockify|
Cloudflare|Cockpit|Coda|Code|Code Tool|Cohere Chat Model|Cohere Model|CoinGecko|Compare Datasets|Compression|
Confluence|Contentful|Contextual Compression Retriever|Convert to File|ConvertKit|Copper|Cortex|CrateDB|Crypto|
Currents|Customer.io|Data table|Databricks|Databricks Chat Model|Date & Time|DeepL|DeepSeek Chat Model|
Default Data Loader|Demio|DHL|Discord|Discourse|Disqus|Drift|Dropbox|Dropcontact|E-goi|Edit Image|Elastic Security|
Elasticsearch|Email Trigger (IMAP)|Embeddings AWS Bedrock|Embeddings Azure OpenAI|Embeddings Cohere|
Embeddings Google Gemini|Embeddings Google Vertex|Embeddings Hugging Face Inference|Embeddings Lemonade|
Embeddings Mistral Cloud|Embeddings Ollama|Embeddings OpenAI|Embeddings Oracle Database|Emelia|ERPNext|Error|
Eventbrite|Execute Command|Execute Sub-workflow|Execute Workflow|Execution Data|Extract from File|Facebook|
Facebook Graph API|Facebook Lead Ads|Figma|FileMaker|Filter|Flow|Form.io|Formstack|Freshdesk|Freshservice|
Freshworks CRM|FTP|GetResponse|Ghost|Git|GitHub|Github|GitLab|Gmail|Gong|Google Ads|Google Analytics|Google BigQuery|
Google Books|Google Business Profile|Google Calendar|Google Chat|Google Cloud Firestore|Google Cloud Natural Language|
Google Cloud Realtime Database|Google Cloud Storage|Google Contacts|Google Docs|Google Drive|Google Gemini|
Google Gemini Chat Model|Google Perspective|Google Sheets|Google Slides|Google Tasks|Google Translate|
Google Vertex Chat Model|Google Workspace Admin|Gotify|GoToWebinar|Grafana|GraphQL|Grist|Groq Chat Model|Guardrails|
Gumroad|Hacker News|HaloPSA|Harvest|Help Scout|HighLevel|Home Assistant|HTML|HTTP Request|HubSpot|
Hugging Face Inference Model|Humantic AI|Hunter|If|Information Extractor|Intercom|Invoice Ninja|
Item List Output Parser|Iterable|Jenkins|Jina AI|Jira|Jira Software|Jotform|JWT|Kafka|Keap|KoBoToolbox|Ldap|Lemlist|
Lemonade Chat Model|Lemonade Model|Limit|Linear|LingvaNex|LinkedIn|Local File|LoneScale|
Loop Over Items (Split in Batches)|Magento 2|Mailcheck|Mailchimp|MailerLite|Mailgun|Mailjet|Mandrill|Manual|Markdown|
Marketstack|Matrix|Mattermost|Mautic|MCP Client|MCP Client Tool|MCP Server|Medium|Merge|MessageBird|Metabase|
Microsoft Agent 365|Microsoft Dataverse|Microsoft Dynamics CRM|Microsoft Entra ID|Microsoft Excel (OneDrive)|
Microsoft Excel (SharePoint)|Microsoft Graph Security|Microsoft OneDrive|Microsoft Outlook|Microsoft SharePoint|
Microsoft SQL|Microsoft Teams|Microsoft To Do|Milvus Vector Store|Mindee|MiniMax|MiniMax Chat Model|MISP|Mistral AI|
Mistral Cloud Chat Model|Mocean|Model Selector|Monday.com|MongoDB|MongoDB Atlas Vector Store|MongoDB Chat Memory|
Monica CRM|Moonshot Kimi|Moonshot Kimi Chat Model|MQTT|MSG91|MultiQuery Retriever|MySQL|NASA|Netlify|Netscaler ADC|
Nextcloud|NocoDB|Notion|Npm|NVIDIA Nemotron Chat Model|NVIDIA Nemotron Embeddings|Odoo|Okta|Ollama|Ollama Chat Model|
Ollama Model|One Simple API|Onfleet|OpenAI|OpenAI Chat Model|OpenRouter Chat Model|OpenThesaurus|OpenWeatherMap|
Oracle Database|Oracle Database Vector Store|Oura|Paddle|PagerDuty|PayPal|Peekalink|Perplexity|Phantombuster|
Philips Hue|Pinecone Vector Store|Pipedrive|Plivo|PostBin|Postgres|Postgres Chat Memory|Postgres PGVector Store|
PostHog|Postmark|ProfitWell|Pushbullet|Pushcut|Pushover|Qdrant Vector Store|QuestDB|Question and Answer Chain|
Quick Base|QuickBooks Online|QuickChart|Qwen Cloud|Qwen Cloud Chat Model|RabbitMQ|Raindrop|Read/Write Files from Disk|
Recursive Character Text Splitter|Reddit|Redis|Redis Chat Memory|Redis Vector Store|Remove Duplicates|Rename Keys|
Reranker Cohere|Respond to Webhook|RocketChat|RSS Feed|RSS Read|Rundeck|S3|Salesforce|Salesmate|Schedule|SearXNG|
SeaTable|SecurityScorecard|Segment|Send Email|SendGrid|Sendy|Sentiment Analysis|Sentry.io|ServiceNow|Set|seven|
Shopify|SIGNL4|Simple Memory|Simple Vector Store|Slack|Snowflake|Sort|Split In Batches|Split Out|Splunk|Spotify|SSE|
SSH|Stackby|Stop and Error|Storyblok|Strapi|Strava|Stripe|Structured Output Parser|Summarization Chain|Summarize|
Supabase|Supabase Vector Store|SurveyMonkey|Switch|SyncroMSP|Taiga|Tapfiliate|Telegram|Text Classifier|TheHive|
TheHive 5|Think Tool|TimescaleDB|Todoist|Toggl|Token Splitter|TOTP|TravisCI|Trello|Twake|Twilio|Twist|Typeform|
Unleashed Software|Uplead|uProc|UptimeRobot|urlscan.io|Vector Store Question Answer Tool|Vector Store Retriever|
Venafi TLS Protect Cloud|Venafi TLS Protect Datacenter|Vercel AI Gateway Chat Model|Vero|Vonage|Wait|
Weaviate Vector Store|Webex by Cisco|Webflow|Webhook|Wekan|WhatsApp|WhatsApp Business Cloud|Wikipedia|Wise|
Wolfram Alpha|WooCommerce|Wordpress|Workable|Workflow Retriever|Wufoo|X (Formerly Twitter)|xAI Grok Chat Model|Xata|
Xero|XML|Yourls|YouTube|Zammad|Zendesk|Zep Vector Store|Zoho CRM|Zoom|Zulip
`;

const known = new Map(
  labels
    .trim()
    .split(/\|?\n|\|/)
    .map((label) => [bare(label), label]),
);

/** The node of n8n's own that has this label, whether it is the trigger or not. */
export const n8nNodeOf = (label: string): string | undefined =>
  known.get(bare(label.replace(/\s+(Trigger|Tool)$/i, '')));

function bare(label: string): string {
  return label.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}
