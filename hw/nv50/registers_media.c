/* The registers of video, copy, security and power engines as tables, one for each kind: tesla-engines.md §2, §3. */
#include "hw/nv50/registers.h"

#include "hw/nv50/falcon.h"
#include "hw/nv50/media.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/register_rows.h"
#include "hw/nv50/xtensa.h"

static const struct field_value port_types[] = {
    { FALCON_PORT_DMAOBJ, "DMAOBJ", ALL },
    { FALCON_PORT_VRAM, "VRAM", ALL },
    { FALCON_PORT_SYSRAM, "SYSRAM", ALL },
    { FALCON_PORT_SYSRAM_NOSNOOP, "SYSRAM_NOSNOOP", ALL },
};
static const struct field falcon_intr_fields[] = {
    { "EXIT", ALL, 0, PLAIN, { { 0, FALCON_INTR_EXIT } } },
    { "MEMIF_PORT", ALL, 0, PLAIN, { { 0, FALCON_INTR_MEMIF_PORT } } },
    { "MEMIF_FAULT", ALL, 0, PLAIN, { { 0, FALCON_INTR_MEMIF_FAULT } } },
};
static const struct field routing_fields[] = {
    { "HOST", ALL, 0, PLAIN, { { 0, FALCON_ROUTING_HOST } } },
    { "FALCON", ALL, 0, PLAIN, { { 0, FALCON_ROUTING_FALCON } } },
};
static const struct field falcon_channel_fields[] = {
    { "DESCRIPTOR", ALL, 0, PLAIN, { { 0, FALCON_CHANNEL_DESC } } },
    { "VALID", ALL, 0, PLAIN, { { 0, FALCON_CHANNEL_VALID } } },
};
static const struct field trigger_fields[] = {
    { "UNLOADED", ALL, 0, PLAIN, { { 0, FALCON_TRIGGER_UNLOADED } } },
    { "LOADED", ALL, 0, PLAIN, { { 0, FALCON_TRIGGER_LOADED } } },
};
static const struct field uc_ctrl_fields[] = {
    { "START", ALL, 0, PLAIN, { { 0, FALCON_UC_CTRL_START } } },
    { "STOPPED", ALL, 0, PLAIN, { { 0, FALCON_UC_CTRL_STOPPED } } },
};
static const struct field caps_fields[] = {
    { "DATA", ALL, 8, PLAIN, { { 0, FALCON_CAPS_DATA } } },
};
static const struct field xfer_ctrl_fields[] = {
    { "WAITS", ALL, 0, PLAIN, { { 0, FALCON_XFER_WAITS } } },
    { "CODE", ALL, 0, PLAIN, { { 0, FALCON_XFER_CODE } } },
    { "STORE", ALL, 0, PLAIN, { { 0, FALCON_XFER_STORE } } },
    { "SIZE", ALL, 0, PLAIN, { { 0, FALCON_XFER_SIZE } } },
    { "PORT", ALL, 0, PLAIN, { { 0, FALCON_XFER_PORT } } },
};
static const struct field xfer_status_fields[] = {
    { "BUSY", ALL, 0, PLAIN, { { 0, FALCON_XFER_STATUS_BUSY } } },
    { "STORES", ALL, 0, PLAIN, { { 0, FALCON_XFER_STORES } } },
    { "LOADS", ALL, 0, PLAIN, { { 0, FALCON_XFER_LOADS } } },
};
static const struct field uc_status_fields[] = {
    { "IDLE", ALL, 0, PLAIN, { { 0, FALCON_UC_STATUS_IDLE } } },
};
static const struct field index_fields[] = {
    { "ADDRESS", ALL, 2, PLAIN, { { 0, FALCON_INDEX_ADDRESS } } },
    { "WRITE_NEXT", ALL, 0, PLAIN, { { 0, FALCON_INDEX_WRITE_NEXT } } },
    { "READ_NEXT", ALL, 0, PLAIN, { { 0, FALCON_INDEX_READ_NEXT } } },
};
static const struct field code_index_fields[] = {
    { "ADDRESS", ALL, 2, PLAIN, { { 0, FALCON_INDEX_ADDRESS } } },
    { "WRITE_NEXT", ALL, 0, PLAIN, { { 0, FALCON_INDEX_WRITE_NEXT } } },
    { "READ_NEXT", ALL, 0, PLAIN, { { 0, FALCON_INDEX_READ_NEXT } } },
    { "BUSY", ALL, 0, PLAIN, { { 0, FALCON_CODE_BUSY } } },
};
static const struct field upload_addr_fields[] = {
    { "ADDRESS", ALL, 2, PLAIN, { { 0, BITS(15, 2) } } },
    { "CODE", ALL, 0, PLAIN, { { 0, FALCON_UPLOAD_CODE } } },
    { "READBACK", ALL, 0, PLAIN, { { 0, FALCON_UPLOAD_READBACK } } },
};
static const struct field port_fields[] = {
    { "SELECTOR", ALL, 0, PLAIN, { { 0, FALCON_PORT_SELECTOR } } },
    { "TYPE", ALL, 0, NAMED(port_types), { { 0, FALCON_PORT_TYPE } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, FALCON_PORT_ENABLE } } },
    { "ENABLED", ALL, 0, PLAIN, { { 0, FALCON_PORT_ENABLED } } },
};
static const struct field memif_ctrl_fields[] = {
    { "FLUSH", ALL, 0, PLAIN, { { 0, FALCON_MEMIF_FLUSH } } },
    { "DISABLE_ALL", ALL, 0, PLAIN, { { 0, FALCON_MEMIF_DISABLE_ALL } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, FALCON_MEMIF_ENABLE } } },
    { "RESET", ALL, 0, PLAIN, { { 0, FALCON_MEMIF_RESET } } },
    { "IDLE", ALL, 0, PLAIN, { { 0, FALCON_MEMIF_IDLE } } },
};

static const struct nv50_register falcon_registers[] = {
    { "INTR_SET", FALCON_INTR_SET, 0, 0, ALL, WITH(falcon_intr_fields) },
    { "INTR_ACK", FALCON_INTR_ACK, 0, 0, ALL, WITH(falcon_intr_fields) },
    { "INTR", FALCON_INTR, 0, 0, ALL, WITH(falcon_intr_fields) },
    { "INTR_MODE", FALCON_INTR_MODE, 0, 0, CHIPS_GT215_UP, BARE },
    { "INTR_EN_SET", FALCON_INTR_EN_SET, 0, 0, ALL, WITH(falcon_intr_fields) },
    { "INTR_EN_CLEAR", FALCON_INTR_EN_CLEAR, 0, 0, ALL, WITH(falcon_intr_fields) },
    { "INTR_EN", FALCON_INTR_EN, 0, 0, ALL, WITH(falcon_intr_fields) },
    { "INTR_ROUTING", FALCON_INTR_ROUTING, 0, 0, ALL, WITH(routing_fields) },
    { "SCRATCH", FALCON_SCRATCH, 4, 2, ALL, BARE },
    { "SCRATCH_2", FALCON_SCRATCH_2, 4, 2, ALL, BARE },
    { "ACCESS", FALCON_ACCESS, 0, 0, ALL, BARE },
    { "BUSY", FALCON_BUSY, 0, 0, ALL, BARE },
    { "CHANNEL_CUR", FALCON_CHANNEL_CUR, 0, 0, ALL, WITH(falcon_channel_fields) },
    { "CHANNEL_NEXT", FALCON_CHANNEL_NEXT, 0, 0, ALL, WITH(falcon_channel_fields) },
    { "CHANNEL_TRIGGER", FALCON_CHANNEL_TRIGGER, 0, 0, ALL, WITH(trigger_fields) },
    { "VM_SUPERVISOR", FALCON_VM_SUPERVISOR, 0, 0, ALL, BARE },
    { "PM_SIGNAL", FALCON_PM_SIGNAL, 0, 0, ALL, BARE },
    { "UC_CTRL", FALCON_UC_CTRL, 0, 0, ALL, WITH(uc_ctrl_fields) },
    { "ENTRY", FALCON_ENTRY, 0, 0, ALL, BARE },
    { "CAPS", FALCON_CAPS, 0, 0, ALL, WITH(caps_fields) },
    { "BLOCK_ON_FIFO", FALCON_BLOCK_ON_FIFO, 0, 0, ALL, BARE },
    { "XFER_BASE", FALCON_XFER_BASE, 0, 0, ALL, BARE },
    { "XFER_FALCON", FALCON_XFER_FALCON, 0, 0, ALL, BARE },
    { "XFER_CTRL", FALCON_XFER_CTRL, 0, 0, ALL, WITH(xfer_ctrl_fields) },
    { "XFER_OFFSET", FALCON_XFER_OFFSET, 0, 0, ALL, BARE },
    { "XFER_STATUS", FALCON_XFER_STATUS, 0, 0, ALL, WITH(xfer_status_fields) },
    { "UC_STATUS", FALCON_UC_STATUS, 0, 0, CHIPS_GT215_UP, WITH(uc_status_fields) },
    { "CAPS2", FALCON_CAPS2, 0, 0, CHIPS_GT215_UP, BARE },
    { "CODE_INDEX", FALCON_CODE_INDEX, 0, 0, CHIPS_GT215_UP, WITH(code_index_fields) },
    { "CODE", FALCON_CODE, 0, 0, CHIPS_GT215_UP, BARE },
    { "CODE_VIRT", FALCON_CODE_VIRT, 0, 0, CHIPS_GT215_UP, BARE },
    { "DATA_INDEX", FALCON_DATA_INDEX, 0, 0, CHIPS_GT215_UP, WITH(index_fields) },
    { "DATA", FALCON_DATA, 0, 0, CHIPS_GT215_UP, BARE },
    { "UPLOAD", FALCON_UPLOAD, 0, 0, CHIPS_VP3, BARE },
    { "UPLOAD_ADDR", FALCON_UPLOAD_ADDR, 0, 0, CHIPS_VP3, WITH(upload_addr_fields) },
    { "PORT", FALCON_PORT, 4, FALCON_PORTS, ALL, WITH(port_fields) },
    { "MEMIF_CHANNEL", FALCON_MEMIF_CHANNEL, 0, 0, ALL, WITH(falcon_channel_fields) },
    { "MEMIF_CTRL", FALCON_MEMIF_CTRL, 0, 0, ALL, WITH(memif_ctrl_fields) },
    { 0 },
};

static const struct field xtensa_intr_fields[] = {
    { "VM_FAULT", ALL, 0, PLAIN, { { 0, XTENSA_INTR_VM_FAULT } } },
    { "LIMIT_FAULT", ALL, 0, PLAIN, { { 0, XTENSA_INTR_LIMIT_FAULT } } },
};
static const struct field xtensa_channel_fields[] = {
    { "DESCRIPTOR", ALL, 0, PLAIN, { { 0, XTENSA_CHANNEL_DESC } } },
};
static const struct field setup_fields[] = {
    { "INDEX", ALL, 0, PLAIN, { { 0, XTENSA_SETUP_INDEX } } },
    { "PHYSICAL", ALL, 0, PLAIN, { { 0, XTENSA_SETUP_PHYSICAL } } },
};

static const struct nv50_register xtensa_registers[] = {
    { "INTR", XTENSA_INTR, 0, 0, ALL, WITH(xtensa_intr_fields) },
    { "CHANNEL_CUR", XTENSA_CHANNEL_CUR, 0, 0, ALL, WITH(xtensa_channel_fields) },
    { "CHANNEL_NEXT", XTENSA_CHANNEL_NEXT, 0, 0, ALL, WITH(xtensa_channel_fields) },
    { "REGION_BASE", XTENSA_REGION + XTENSA_REGION_BASE, XTENSA_REGION_STRIDE, XTENSA_REGIONS, ALL,
      BARE },
    { "REGION_SETUP", XTENSA_REGION + XTENSA_REGION_SETUP, XTENSA_REGION_STRIDE, XTENSA_REGIONS,
      ALL, WITH(setup_fields) },
    { "REGION_LIMIT", XTENSA_REGION + XTENSA_REGION_LIMIT, XTENSA_REGION_STRIDE, XTENSA_REGIONS,
      ALL, BARE },
    { "SETUP_D08", XTENSA_SETUP_D08, 0, 0, ALL, BARE },
    { "SETUP_D10", XTENSA_SETUP_D10, 0, 0, ALL, BARE },
    { "SETUP_D28", XTENSA_SETUP_D28, 0, 0, ALL, BARE },
    { "LIMIT_FAULT_ADDR", XTENSA_LIMIT_FAULT_ADDR, 0, 0, ALL, BARE },
    { "INTR_EN", XTENSA_INTR_EN, 0, 0, ALL, WITH(xtensa_intr_fields) },
    { "FIFO_CTRL", XTENSA_FIFO_CTRL, 0, 0, ALL, BARE },
    { 0 },
};

static const struct field pcipher_intr_fields[] = {
    { "FAULT", ALL, 0, PLAIN, { { 0, PCIPHER_INTR_FAULT } } },
};
static const struct field pcipher_channel_fields[] = {
    { "DESCRIPTOR", ALL, 0, PLAIN, { { 0, PCIPHER_CHANNEL_DESC } } },
};
static const struct field dma_fields[] = {
    { "SELECTOR", ALL, 0, PLAIN, { { 0, PCIPHER_DMA_SELECTOR } } },
};
static const struct field launch_fields[] = {
    { "QUERY", ALL, 0, PLAIN, { { 0, PCIPHER_LAUNCH_QUERY } } },
    { "MODE", ALL, 0, PLAIN, { { 0, PCIPHER_LAUNCH_MODE } } },
};

static const struct nv50_register pcipher_registers[] = {
    { "FIFO_ACCESS", PCIPHER_FIFO_ACCESS, 0, 0, ALL, BARE },
    { "VALID", PCIPHER_VALID, 0, 0, ALL, BARE },
    { "INTR", PCIPHER_INTR, 0, 0, ALL, WITH(pcipher_intr_fields) },
    { "INTR_EN", PCIPHER_INTR_EN, 0, 0, ALL, WITH(pcipher_intr_fields) },
    { "CHANNEL_CUR", PCIPHER_CHANNEL_CUR, 0, 0, ALL, WITH(pcipher_channel_fields) },
    { "CHANNEL_NEXT", PCIPHER_CHANNEL_NEXT, 0, 0, ALL, WITH(pcipher_channel_fields) },
    { "MODE", PCIPHER_MODE, 0, 0, ALL, BARE },
    { "DMA_QUERY", PCIPHER_DMA_QUERY, 0, 0, ALL, WITH(dma_fields) },
    { "DMA_SRC", PCIPHER_DMA_SRC, 0, 0, ALL, WITH(dma_fields) },
    { "DMA_DST", PCIPHER_DMA_DST, 0, 0, ALL, WITH(dma_fields) },
    { "QUERY_LOW", PCIPHER_QUERY_LOW, 0, 0, ALL, BARE },
    { "QUERY_HIGH", PCIPHER_QUERY_LOW + 4, 0, 0, ALL, BARE },
    { "SRC_LOW", PCIPHER_SRC_LOW, 0, 0, ALL, BARE },
    { "SRC_HIGH", PCIPHER_SRC_LOW + 4, 0, 0, ALL, BARE },
    { "DST_LOW", PCIPHER_DST_LOW, 0, 0, ALL, BARE },
    { "DST_HIGH", PCIPHER_DST_LOW + 4, 0, 0, ALL, BARE },
    { "QUERY_SEQUENCE", PCIPHER_QUERY_SEQUENCE, 0, 0, ALL, BARE },
    { "LENGTH", PCIPHER_LENGTH, 0, 0, ALL, BARE },
    { "LAUNCH", PCIPHER_LAUNCH, 0, 0, ALL, WITH(launch_fields) },
    { 0 },
};

static const struct field pmpeg_intr_fields[] = {
    { "FETCH_DONE", ALL, 0, PLAIN, { { 0, PMPEG_INTR_FETCH_DONE } } },
    { "ERROR", ALL, 0, PLAIN, { { 0, PMPEG_INTR_ERROR } } },
    { "FIFO", ALL, 0, PLAIN, { { 0, PMPEG_INTR_FIFO } } },
};
static const struct field pmpeg_status_fields[] = {
    { "BUSY", ALL, 0, PLAIN, { { 0, BIT(0) } } },
};
static const struct field error_fields[] = {
    { "CMD", ALL, 0, PLAIN, { { 0, PMPEG_ERROR_CMD } } },
    { "DATA", ALL, 0, PLAIN, { { 0, PMPEG_ERROR_DATA } } },
    { "IMAGE", ALL, 0, PLAIN, { { 0, PMPEG_ERROR_IMAGE } } },
    { "QUERY", CHIPS_G84_UP, 0, PLAIN, { { 0, PMPEG_ERROR_QUERY } } },
};
static const struct field pio_control_fields[] = {
    { "TRIGGER", ALL, 0, PLAIN, { { 0, PMPEG_PIO_TRIGGER } } },
    { "IDLE", ALL, 0, PLAIN, { { 0, PMPEG_PIO_IDLE } } },
};
static const struct field pmpeg_config_fields[] = {
    { "PFIFO", ALL, 0, PLAIN, { { 0, PMPEG_CONFIG_PFIFO } } },
    { "ERRORS", ALL, 0, PLAIN, { { 0, PMPEG_CONFIG_ERRORS } } },
    { "CMD", ALL, 0, PLAIN, { { 0, PMPEG_CONFIG_CMD } } },
    { "DATA", ALL, 0, PLAIN, { { 0, PMPEG_CONFIG_DATA } } },
    { "IMAGE", ALL, 0, PLAIN, { { 0, PMPEG_CONFIG_IMAGE } } },
    { "QUERY", CHIPS_G84_UP, 0, PLAIN, { { 0, PMPEG_CONFIG_QUERY } } },
};
static const struct field pmpeg_channel_fields[] = {
    { "DESCRIPTOR", ALL, 0, PLAIN, { { 0, PMPEG_CHANNEL_DESC } } },
};

static const struct nv50_register pmpeg_registers[] = {
    { "INTR", PMPEG_INTR, 0, 0, ALL, WITH(pmpeg_intr_fields) },
    { "INTR_EN", PMPEG_INTR_EN, 0, 0, ALL, WITH(pmpeg_intr_fields) },
    { "STATUS", PMPEG_STATUS, 0, 0, ALL, WITH(pmpeg_status_fields) },
    { "ERROR", PMPEG_ERROR, 0, 0, ALL, WITH(error_fields) },
    { "ERROR_ADDRESS", PMPEG_ERROR_ADDRESS, 0, 0, ALL, BARE },
    { "UNKNOWN_220", PMPEG_UNKNOWN_220, 0, 0, ALL, BARE },
    { "FIFO_TYPE", PMPEG_FIFO_TYPE, 0, 0, ALL, BARE },
    { "FIFO_METHOD", PMPEG_FIFO_METHOD, 0, 0, ALL, BARE },
    { "PIO_METHOD", PMPEG_PIO_METHOD, 0, 0, ALL, BARE },
    { "PIO_DATA", PMPEG_PIO_DATA, 0, 0, ALL, BARE },
    { "PIO_CONTROL", PMPEG_PIO_CONTROL, 0, 0, ALL, WITH(pio_control_fields) },
    { "CONFIG", PMPEG_CONFIG, 0, 0, ALL, WITH(pmpeg_config_fields) },
    { "BIND_ANSWER", PMPEG_BIND_ANSWER, 0, 0, ALL, BARE },
    { "UNKNOWN_314", PMPEG_UNKNOWN_314, 0, 0, ALL, BARE },
    { "CHANNEL_CUR", PMPEG_CHANNEL_CUR, 0, 0, ALL, WITH(pmpeg_channel_fields) },
    { "CHANNEL_NEXT", PMPEG_CHANNEL_NEXT, 0, 0, ALL, WITH(pmpeg_channel_fields) },
    { "COMMANDS", PMPEG_COMMANDS, 4, 2, ALL, BARE },
    { "UNKNOWN_32C", PMPEG_UNKNOWN_32C, 0, 0, ALL, BARE },
    { "UNKNOWN_390", PMPEG_UNKNOWN_390, 4, 3, ALL, BARE },
    { 0 },
};

const struct nv50_register *const nv50_media_registers[] = {
    [MEDIA_FALCON] = falcon_registers,
    [MEDIA_XTENSA] = xtensa_registers,
    [MEDIA_PCIPHER] = pcipher_registers,
    [MEDIA_PMPEG] = pmpeg_registers,
};

/* Registers that PDAEMON alone has. */
static const struct field pdaemon_reset_fields[] = {
    { "RUN", ALL, 0, PLAIN, { { 0, PDAEMON_RESET_RUN } } },
};
const struct nv50_register nv50_pdaemon_registers[] = {
    { "PDAEMON_RESET", PDAEMON_RESET, 0, 0, CHIPS_GT215_UP, WITH(pdaemon_reset_fields) },
    { "PDAEMON_CHANNEL_SETUP", PDAEMON_BASE + PDAEMON_CHANNEL_SETUP, 0, 0, CHIPS_GT215_UP,
      WITH(falcon_channel_fields) },
    { "PDAEMON_REQUESTS", PDAEMON_BASE + PDAEMON_REQUESTS, 0, 0, CHIPS_GT215_UP, BARE },
    { "PDAEMON_REPLIES", PDAEMON_BASE + PDAEMON_REPLIES, 0, 0, CHIPS_GT215_UP, BARE },
    { "PDAEMON_WORDS", PDAEMON_BASE + PDAEMON_WORDS, 4, PDAEMON_WORDS_COUNT, CHIPS_GT215_UP, BARE },
    { 0 },
};
