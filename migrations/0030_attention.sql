CREATE TABLE "page_read" (
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"page" integer NOT NULL,
	"milliseconds" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_read_pitch_id_account_id_file_id_page_pk" PRIMARY KEY("pitch_id","account_id","file_id","page")
);
--> statement-breakpoint
ALTER TABLE "recording_viewer" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "page_read" ADD CONSTRAINT "page_read_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_read" ADD CONSTRAINT "page_read_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_read_account" ON "page_read" USING btree ("account_id");